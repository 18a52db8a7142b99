/// Networks: the wired one's address, and the radio's. systemd-networkd has both, unless somebody else runs them already.
extension SetupPlan {
  static let fixedPath = "/etc/systemd/network/20-fixed.network"
  static let wirelessPath = "/etc/systemd/network/60-wireless.network"
  /// Which way out is taken where there are several: the lower one. Without a word of ours systemd-networkd says 1024, as for a cable.
  private static let metric = (wired: 1024, wireless: 2048)

  mutating func addNetwork(_ file: SetupFile, on machine: Machine) {
    let wired = file.network != nil && file.wifi == nil
    if file.network != nil || file.wifi != nil, let manager = Self.manager(of: wired ? "e" : "wl", on: machine) {
      if file.wifi != nil { refuse("wifi", manager.sentence + ": " + manager.wireless) }
      if file.network != nil { refuse("network", manager.sentence + ": " + manager.wired) }
      return
    }
    if let wifi = file.wifi {
      guard machine.hasSupplicant else {
        refuse("wifi", "this machine has no wpa_supplicant: apt install wpasupplicant")
        // It was meant for the radio.
        if file.network != nil { refuse("network", "it is for the radio, which cannot be had") }
        return
      }
      add(wifi, device: machine.radio)
    }
    if let network = file.network {
      // Two devices with one address would answer for each other: the radio has it where there is one to be had.
      files.append(File(Self.fixedPath, Self.fixed(network, isWired: wired)))
      requests.append(Request(words: "restart systemd-networkd.service", cause: .file(Self.fixedPath)))
    }
    guard file.network != nil || file.wifi != nil else { return }
    requests += ["enable", "start"].map { Request(words: "\($0) systemd-networkd.service", cause: .always) }
  }

  private mutating func add(_ wifi: SetupFile.Wireless, device: String) {
    let path = "/etc/wpa_supplicant/wpa_supplicant-\(device).conf"
    files += [File(Self.wirelessPath, Self.wireless), File(path, Self.supplicant(wifi), mode: 0o600)]
    let service = "wpa_supplicant@\(device).service"
    requests += [
      Request(words: "restart systemd-networkd.service", cause: .file(Self.wirelessPath)),
      Request(words: "enable \(service)", cause: .always), Request(words: "start \(service)", cause: .always),
      Request(words: "restart \(service)", cause: .file(path)),
    ]
  }

  /// Who runs such devices already, and what to do with him instead; nil for nobody.
  private static func manager(
    of device: String, on machine: Machine
  ) -> (sentence: String, wired: String, wireless: String)? {
    if machine.hasNetworkManager {
      return ("NetworkManager runs this machine's networks", "nmcli connection edit", "nmcli device wifi connect")
    }
    let edit = "edit that file, or take its lines out and let systemd-networkd have it"
    if let named = machine.interfaces.first(where: { $0.hasPrefix(device) }) {
      return ("/etc/network/interfaces says how \(named) is run", edit, edit)
    }
    if machine.hasClientDaemon {
      let end = "systemctl disable --now dhcpcd, and plug in again"
      return ("dhcpcd runs this machine's networks", end, end)
    }
    return nil
  }

  /// Source: systemd.network(5).
  static func fixed(_ network: SetupFile.Address, isWired: Bool) -> String {
    var lines = ["[Match]", "Name=\(isWired ? "e*" : "wl*")", "", "[Network]", "Address=\(network.address)"]
    lines += network.dns.map { "DNS=\($0)" }
    for gateway in network.gateways {
      lines += ["", "[Route]", "Gateway=\(gateway)", "Metric=\(isWired ? metric.wired : metric.wireless)"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A radio beside a cable: the cable is the way out for as long as it is plugged in.
  static let wireless =
    "[Match]\nName=wl*\n\n[Network]\nDHCP=yes\n\n[DHCPv4]\nRouteMetric=\(metric.wireless)\n\n[IPv6AcceptRA]\nRouteMetric=\(metric.wireless)\n"

  /// Source: wpa_supplicant.conf(5). The name stands there in hexadecimal digits. A passphrase reaches to the last quotation mark of its
  /// line, and nothing within has a meaning, so that it needs no escapes. WPA2 and WPA3 are taken as they come: of the ways a network
  /// offers, wpa_supplicant 2.10 leaves out SAE itself where the driver cannot do it, and so it does with protected management frames
  /// that `pmf` asks for. A key of 64 digits has lost the passphrase that SAE needs.
  static func supplicant(_ wifi: SetupFile.Wireless) -> String {
    let digits = Array("0123456789abcdef")
    // Fits: four bits each.
    let name = String(wifi.name.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    var lines = ["ssid=\(name)"]
    if wifi.isHidden { lines.append("scan_ssid=1") }
    switch wifi.password {
    case nil: lines.append("key_mgmt=NONE")
    case let password? where password.utf8.count == 64: lines.append("psk=\(password)")
    case let password?: lines += ["key_mgmt=WPA-PSK WPA-PSK-SHA256 SAE", "psk=\"\(password)\""]
    }
    let country = wifi.country.map { "country=\($0)\n" } ?? ""
    return country + "pmf=1\nnetwork={\n" + lines.map { "  \($0)\n" }.joined() + "}\n"
  }
}
