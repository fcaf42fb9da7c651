#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

// Always the double functions: a Float32 result is made by one rounding at the end (appendix A.1, rule 2).
func sineOf(_ radians: Double) -> Double { sin(radians) }
func cosineOf(_ radians: Double) -> Double { cos(radians) }
