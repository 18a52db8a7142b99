// Tests have chance from here; what is measured too, without the rest of this module, which needs the testing library.
@_exported public import Seeded
