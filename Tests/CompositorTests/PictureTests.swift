import Compositor
import Scene
import TestSupport
import Testing

private func scene(_ width: Int, _ height: Int, _ layers: Layer...) -> Scene {
  Scene(size: PixelSize(width: width, height: height), layers: layers)
}

/// Nine levels of blue, from a blank to `#`.
private func level(_ pixel: Pixel) -> Character {
  let levels = Array(" .:-=+*%#")
  return levels[(Int(pixel.word & 0xFF) * (levels.count - 1) + 127) / 255]
}

@Test func roundedRectangle() {
  let rounded = scene(14, 9, .fill(.white, PixelRect(x: 1, y: 1, width: 12, height: 7), radius: 3))
  expectPicture(
    Compositor.render(rounded),
    """
                  
      +########+  
     +##########+ 
     ############ 
     ############ 
     ############ 
     +##########+ 
      +########+  
                  
    """, level)
}

@Test func capsuleOfOddHeight() {
  let capsule = scene(15, 7, .fill(.white, PixelRect(x: 1, y: 1, width: 13, height: 5), radius: 100))
  expectPicture(
    Compositor.render(capsule),
    """
                   
     .*#########*. 
     *###########* 
     ############# 
     *###########* 
     .*#########*. 
                   
    """, level)
}

@Test func quarterSectorFromTwelveOClock() {
  let sector = Sector(center: Point(x: 6, y: 6), start: -90, sweep: 90)
  let pie = scene(12, 12, Layer(.fill(.white), frame: PixelRect(x: 1, y: 1, width: 10, height: 10), sector: sector))
  expectPicture(
    Compositor.render(pie),
    """
                
          ##### 
          ##### 
          ##### 
          ##### 
          ##### 
                
                
                
                
                
                
    """, level)
}

@Test func threeQuartersOfARing() {
  let disc = Pixmap(size: PixelSize(width: 13, height: 13)) { x, y in
    let d = (x - 6) * (x - 6) + (y - 6) * (y - 6)
    return d <= 40 && d >= 12 ? Pixel(.white) : .clear
  }
  let sector = Sector(center: Point(x: 6.5, y: 6.5), start: -90, sweep: 250)
  let ring = scene(
    13, 13, Layer(.pixmap(disc), frame: PixelRect(x: 0, y: 0, width: 13, height: 13), sector: sector))
  expectPicture(
    Compositor.render(ring),
    """
          =##    
          =###   
          =####  
            #### 
             ####
              ###
              ###
      .       ###
    -+##     ####
     ####   #### 
      #########  
       #######   
        #####    
    """, level)
}

@Test func squareTurnedByAnEighth() {
  let square = Pixmap(size: PixelSize(width: 7, height: 7), isOpaque: true, border: 1) { _, _ in Pixel(.white) }
  let turned = scene(
    13, 13,
    .sprite(
      square, center: Point(x: 6.5, y: 6.5), degrees: 45, clip: PixelRect(x: 0, y: 0, width: 13, height: 13)))
  expectPicture(
    Compositor.render(turned),
    """
                 
          :      
         -#-     
        -###-    
       -#####-   
      -#######-  
     :#########: 
      -#######-  
       -#####-   
        -###-    
         -#-     
          :      
                 
    """, level)
}

@Test func arrowTurnedByAQuarter() {
  let rows: [[Character]] = ["..#..", ".###.", "#.#.#", "..#..", "..#.."].map { Array($0) }
  let arrow = Pixmap(size: PixelSize(width: 5, height: 5)) { x, y in rows[y][x] == "#" ? Pixel(.white) : .clear }
  let turned = scene(
    7, 7,
    .sprite(arrow, center: Point(x: 3.5, y: 3.5), degrees: 90, clip: PixelRect(x: 0, y: 0, width: 7, height: 7)))
  expectPicture(
    Compositor.render(turned),
    """
           
       #   
        #  
     ##### 
        #  
       #   
           
    """, level)
}

@Test func patternWithPhase() {
  let stripes = Pixmap(size: PixelSize(width: 4, height: 4), isOpaque: true) { x, y in
    (x + y) % 4 == 0 ? Pixel(.white) : Pixel(.black)
  }
  let pattern = scene(
    12, 6, Layer(.pattern(stripes, phaseX: 1, phaseY: -1), frame: PixelRect(x: 1, y: 1, width: 10, height: 4)))
  expectPicture(
    Compositor.render(pattern),
    """
                
     #   #   #  
        #   #   
       #   #    
      #   #   # 
                
    """, level)
}

@Test func groupsFadeAsOne() {
  let overlapping = scene(
    12, 7, Layer(.beginGroup, frame: PixelRect(x: 0, y: 0, width: 11, height: 7), opacity: 128),
    .fill(.white, PixelRect(x: 1, y: 1, width: 6, height: 4)),
    .fill(.white, PixelRect(x: 4, y: 2, width: 9, height: 4)), Layer(.endGroup, frame: .empty))
  expectPicture(
    Compositor.render(overlapping),
    """
                
     ======     
     ========== 
     ========== 
     ========== 
        ======= 
                
    """, level)
}

@Test func ditherIsAnchoredToThePanel() {
  let size = PixelSize(width: 16, height: 8)
  let canvas = drawn(Scene(size: size, background: Color(red: 0, green: 0, blue: 20)), .rgb565Dithered)
  var lines: [String] = []
  for y in 0..<size.height { lines.append(String((0..<size.width).map { canvas[$0, y] == 2 ? "." : "#" })) }
  #expect(
    lines.joined(separator: "\n") == """
      .#.#.#.#.#.#.#.#
      #.#.#.#.#.#.#.#.
      .#.#.#.#.#.#.#.#
      #.#.#.#.#.#.#.#.
      .#.#.#.#.#.#.#.#
      #.#.#.#.#.#.#.#.
      .#.#.#.#.#.#.#.#
      #.#.#.#.#.#.#.#.
      """)
}
