@_exported import FocusedEvidence
@_exported import FocusedExploration
@_exported import TestFixtures
