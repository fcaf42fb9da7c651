// The headers of the original import Foundation and Apple's picture frameworks; code that imports nothing else counts on it.
@_exported public import AppleShims
