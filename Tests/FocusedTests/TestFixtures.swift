@_exported import TestFixtures
