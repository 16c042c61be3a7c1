@_exported import FocusedExploration
@_exported import TestFixtures
