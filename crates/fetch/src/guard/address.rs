//! Classification of addresses: public or special-purpose.
//!
//! A pure function over two tables. IPv4 is open except for the ranges of the table; IPv6 is closed except for global
//! unicast (`2000::/3`) and the well-known NAT64 prefix, because IANA has delegated nothing else. The rows come from
//! the IANA special-purpose registries (RFC 6890 and its successors) and from cloud providers that run an internal
//! service on a public address. An IPv6 address that embeds an IPv4 address is judged by the address that the packet
//! will reach, so no spelling opens what another closes.
//!
//! Names, ports and permissions belong to the parent module.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Class of an IP address: public, or special-purpose with the range that contains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressClass {
    /// Globally reachable unicast.
    Public,
    /// Any other address, with the reason.
    Special(Special),
}

/// Special-purpose range of IP addresses, such as loopback, to which a classified address belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Special {
    /// Name of the special-purpose range, such as `loopback`.
    pub name: &'static str,
    /// Special-purpose range in CIDR notation, such as `127.0.0.0/8`.
    pub range: &'static str,
    /// Document that reserves the special-purpose range, such as `RFC 1122`.
    pub source: &'static str,
    /// IPv4 address in the range, if it is embedded in the IPv6 address that was classified, or `None`.
    pub embedded: Option<Ipv4Addr>,
}

impl Special {
    pub(crate) fn is_loopback(&self) -> bool {
        matches!(self.range, "127.0.0.0/8" | "::1/128")
    }

    /// Returns whether machines of a local network have such addresses.
    ///
    /// Benchmarking addresses count: some proxies answer names with them.
    pub(crate) fn is_private(&self) -> bool {
        const RANGES: [&str; 7] = [
            "10.0.0.0/8",
            "100.64.0.0/10",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "fc00::/7",
            "fec0::/10",
        ];
        RANGES.contains(&self.range)
    }
}

impl fmt::Display for Special {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(embedded) = self.embedded {
            write!(f, "carrying {embedded}, ")?;
        }
        write!(f, "{} ({}, {})", self.name, self.range, self.source)
    }
}

struct AddressBlock<Bits> {
    base: Bits,
    length: u32,
    name: &'static str,
    range: &'static str,
    source: &'static str,
}

impl<Bits> AddressBlock<Bits> {
    const fn special(&self) -> Special {
        Special { name: self.name, range: self.range, source: self.source, embedded: None }
    }
}

const fn v4(
    octets: [u8; 4],
    length: u32,
    range: &'static str,
    name: &'static str,
    source: &'static str,
) -> AddressBlock<u32> {
    AddressBlock { base: u32::from_be_bytes(octets), length, name, range, source }
}

const fn v6(
    segments: [u16; 8],
    length: u32,
    range: &'static str,
    name: &'static str,
    source: &'static str,
) -> AddressBlock<u128> {
    let mut base = 0;
    let mut at = 0;
    while at < segments.len() {
        base = base << 16 | segments[at] as u128;
        at += 1;
    }
    AddressBlock { base, length, name, range, source }
}

/// IANA IPv4 Special-Purpose Address Registry, multicast, and Azure's platform address.
///
/// Rows that IANA marks as globally reachable (AS112, AMT) are left out.
const V4: &[AddressBlock<u32>] = &[
    v4([0, 0, 0, 0], 8, "0.0.0.0/8", "this network", "RFC 791"),
    v4([10, 0, 0, 0], 8, "10.0.0.0/8", "private use", "RFC 1918"),
    v4([100, 64, 0, 0], 10, "100.64.0.0/10", "shared address space", "RFC 6598"),
    v4([127, 0, 0, 0], 8, "127.0.0.0/8", "loopback", "RFC 1122"),
    v4([168, 63, 129, 16], 32, "168.63.129.16/32", "Azure platform services", "Microsoft"),
    v4([169, 254, 0, 0], 16, "169.254.0.0/16", "link local, where clouds keep instance metadata", "RFC 3927"),
    v4([172, 16, 0, 0], 12, "172.16.0.0/12", "private use", "RFC 1918"),
    v4([192, 0, 0, 0], 24, "192.0.0.0/24", "IETF protocol assignments", "RFC 6890"),
    v4([192, 0, 2, 0], 24, "192.0.2.0/24", "documentation", "RFC 5737"),
    v4([192, 88, 99, 0], 24, "192.88.99.0/24", "deprecated 6to4 relay anycast", "RFC 7526"),
    v4([192, 168, 0, 0], 16, "192.168.0.0/16", "private use", "RFC 1918"),
    v4([198, 18, 0, 0], 15, "198.18.0.0/15", "benchmarking", "RFC 2544"),
    v4([198, 51, 100, 0], 24, "198.51.100.0/24", "documentation", "RFC 5737"),
    v4([203, 0, 113, 0], 24, "203.0.113.0/24", "documentation", "RFC 5737"),
    v4([224, 0, 0, 0], 4, "224.0.0.0/4", "multicast", "RFC 5771"),
    v4([255, 255, 255, 255], 32, "255.255.255.255/32", "limited broadcast", "RFC 8190"),
    v4([240, 0, 0, 0], 4, "240.0.0.0/4", "reserved", "RFC 1112"),
];

/// IANA IPv6 Special-Purpose Address Registry and the old unicast scopes; the first match wins.
const V6: &[AddressBlock<u128>] = &[
    v6([0, 0, 0, 0, 0, 0, 0, 0], 128, "::/128", "unspecified", "RFC 4291"),
    v6([0, 0, 0, 0, 0, 0, 0, 1], 128, "::1/128", "loopback", "RFC 4291"),
    v6([0, 0, 0, 0, 0, 0, 0, 0], 96, "::/96", "deprecated IPv4-compatible", "RFC 4291"),
    v6([0x64, 0xff9b, 1, 0, 0, 0, 0, 0], 48, "64:ff9b:1::/48", "local-use NAT64", "RFC 8215"),
    v6([0x100, 0, 0, 0, 0, 0, 0, 0], 64, "100::/64", "discard only", "RFC 6666"),
    v6([0x100, 0, 0, 1, 0, 0, 0, 0], 64, "100:0:0:1::/64", "dummy prefix", "RFC 9780"),
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 32, "2001::/32", "Teredo tunnel", "RFC 4380"),
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 23, "2001::/23", "IETF protocol assignments", "RFC 2928"),
    v6([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32, "2001:db8::/32", "documentation", "RFC 3849"),
    v6([0x2002, 0, 0, 0, 0, 0, 0, 0], 16, "2002::/16", "6to4 tunnel", "RFC 3056"),
    v6([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20, "3fff::/20", "documentation", "RFC 9637"),
    v6([0x5f00, 0, 0, 0, 0, 0, 0, 0], 16, "5f00::/16", "segment routing identifiers", "RFC 9602"),
    v6([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7, "fc00::/7", "unique local", "RFC 4193"),
    v6([0xfe80, 0, 0, 0, 0, 0, 0, 0], 10, "fe80::/10", "link local", "RFC 4291"),
    v6([0xfec0, 0, 0, 0, 0, 0, 0, 0], 10, "fec0::/10", "deprecated site local", "RFC 3879"),
    v6([0xff00, 0, 0, 0, 0, 0, 0, 0], 8, "ff00::/8", "multicast", "RFC 4291"),
];

const V4_MAPPED: AddressBlock<u128> =
    v6([0, 0, 0, 0, 0, 0xffff, 0, 0], 96, "::ffff:0:0/96", "IPv4-mapped", "RFC 4291");
const NAT64: AddressBlock<u128> =
    v6([0x64, 0xff9b, 0, 0, 0, 0, 0, 0], 96, "64:ff9b::/96", "NAT64", "RFC 6052");
const GLOBAL_UNICAST: AddressBlock<u128> =
    v6([0x2000, 0, 0, 0, 0, 0, 0, 0], 3, "2000::/3", "global unicast", "RFC 4291");

impl AddressBlock<u32> {
    const fn holds(&self, bits: u32) -> bool {
        (bits ^ self.base) >> (u32::BITS - self.length) == 0
    }
}

impl AddressBlock<u128> {
    const fn holds(&self, bits: u128) -> bool {
        (bits ^ self.base) >> (u128::BITS - self.length) == 0
    }
}

/// Classifies an IP address as public, or as one of a special-purpose range such as loopback.
///
/// IPv4-mapped and NAT64 addresses have the class of the IPv4 address inside them. IPv4-compatible, 6to4 and Teredo
/// addresses are never public: the mechanisms are obsolete, and only attackers still use them.
///
/// ```
/// use webagents_fetch::{AddressClass, classify};
/// assert_eq!(classify("8.8.8.8".parse().unwrap()), AddressClass::Public);
/// let AddressClass::Special(why) = classify("64:ff9b::a9fe:a9fe".parse().unwrap()) else { panic!() };
/// assert_eq!(why.range, "169.254.0.0/16");
/// assert_eq!(why.embedded.unwrap().to_string(), "169.254.169.254");
/// ```
pub fn classify(address: IpAddr) -> AddressClass {
    match address {
        IpAddr::V4(address) => classify_v4(address),
        IpAddr::V6(address) => classify_v6(address),
    }
}

fn classify_v4(address: Ipv4Addr) -> AddressClass {
    match V4.iter().find(|range| range.holds(address.to_bits())) {
        Some(range) => AddressClass::Special(range.special()),
        None => AddressClass::Public,
    }
}

fn classify_v6(address: Ipv6Addr) -> AddressClass {
    let bits = address.to_bits();
    if V4_MAPPED.holds(bits) || NAT64.holds(bits) {
        let embedded = low_v4(bits);
        return match classify_v4(embedded) {
            AddressClass::Public => AddressClass::Public,
            AddressClass::Special(special) => {
                AddressClass::Special(Special { embedded: Some(embedded), ..special })
            }
        };
    }
    if let Some(range) = V6.iter().find(|range| range.holds(bits)) {
        return AddressClass::Special(Special { embedded: embedded_v4(range, bits), ..range.special() });
    }
    if GLOBAL_UNICAST.holds(bits) {
        return AddressClass::Public;
    }
    AddressClass::Special(Special {
        name: "not delegated",
        range: "outside 2000::/3",
        source: "RFC 4291",
        embedded: None,
    })
}

/// Returns the IPv4 address that a tunnel's address embeds, for the message of a refusal.
fn embedded_v4(range: &AddressBlock<u128>, bits: u128) -> Option<Ipv4Addr> {
    match range.range {
        "::/96" | "64:ff9b:1::/48" => Some(low_v4(bits)),
        "2002::/16" => Some(low_v4(bits >> 80)),
        // The client's address, with its bits inverted (RFC 4380, section 4).
        "2001::/32" => Some(low_v4(!bits)),
        _ => None,
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the result is the low 32 bits")]
const fn low_v4(bits: u128) -> Ipv4Addr {
    Ipv4Addr::from_bits(bits as u32)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(address: &str, range: Option<&str>) {
        let class = classify(address.parse().unwrap());
        let found = match class {
            AddressClass::Public => None,
            AddressClass::Special(special) => Some(special.range),
        };
        assert_eq!(found, range, "{address}");
    }

    #[test]
    fn every_address_of_the_design_table() {
        for (address, range) in [
            ("127.0.0.1", "127.0.0.0/8"),
            ("0.0.0.0", "0.0.0.0/8"),
            ("10.0.0.1", "10.0.0.0/8"),
            ("100.64.0.1", "100.64.0.0/10"),
            ("169.254.169.254", "169.254.0.0/16"),
            ("224.0.0.1", "224.0.0.0/4"),
            ("255.255.255.255", "255.255.255.255/32"),
            ("::1", "::1/128"),
            ("::", "::/128"),
            ("::ffff:127.0.0.1", "127.0.0.0/8"),
            ("fe80::1", "fe80::/10"),
            ("fc00::1", "fc00::/7"),
            ("fd00:ec2::254", "fc00::/7"),
            ("fd20:ce::254", "fc00::/7"),
            ("0.1.2.3", "0.0.0.0/8"),
            ("168.63.129.16", "168.63.129.16/32"),
            ("192.0.0.192", "192.0.0.0/24"),
            ("198.18.0.1", "198.18.0.0/15"),
            ("192.88.99.1", "192.88.99.0/24"),
            ("64:ff9b::7f00:1", "127.0.0.0/8"),
            ("64:ff9b::a9fe:a9fe", "169.254.0.0/16"),
            ("64:ff9b:1::a00:1", "64:ff9b:1::/48"),
            ("2002:7f00:1::", "2002::/16"),
            ("2002:a9fe:a9fe::", "2002::/16"),
            ("2001:0:7f00:1::", "2001::/32"),
            ("fec0::1", "fec0::/10"),
            ("2001:db8::1", "2001:db8::/32"),
            ("5f00::1", "5f00::/16"),
            ("3fff::1", "3fff::/20"),
            ("::127.0.0.1", "::/96"),
        ] {
            check(address, Some(range));
        }
        check("8.8.8.8", None);
        check("2606:4700::1111", None);
    }

    /// First and last address of each range, and its neighbours on both sides.
    #[test]
    fn edges_of_ranges() {
        for (address, range) in [
            ("0.255.255.255", Some("0.0.0.0/8")),
            ("1.0.0.0", None),
            ("9.255.255.255", None),
            ("10.255.255.255", Some("10.0.0.0/8")),
            ("11.0.0.0", None),
            ("100.63.255.255", None),
            ("100.127.255.255", Some("100.64.0.0/10")),
            ("100.128.0.0", None),
            ("126.255.255.255", None),
            ("127.255.255.255", Some("127.0.0.0/8")),
            ("128.0.0.0", None),
            ("168.63.129.15", None),
            ("168.63.129.17", None),
            ("169.253.255.255", None),
            ("169.255.0.0", None),
            ("172.15.255.255", None),
            ("172.16.0.0", Some("172.16.0.0/12")),
            ("172.31.255.255", Some("172.16.0.0/12")),
            ("172.32.0.0", None),
            ("191.255.255.255", None),
            ("192.0.1.0", None),
            ("192.0.2.255", Some("192.0.2.0/24")),
            ("192.31.196.1", None),
            ("192.52.193.1", None),
            ("192.167.255.255", None),
            ("192.168.255.255", Some("192.168.0.0/16")),
            ("192.169.0.0", None),
            ("192.175.48.1", None),
            ("198.17.255.255", None),
            ("198.19.255.255", Some("198.18.0.0/15")),
            ("198.20.0.0", None),
            ("198.51.100.7", Some("198.51.100.0/24")),
            ("203.0.113.7", Some("203.0.113.0/24")),
            ("223.255.255.255", None),
            ("239.255.255.255", Some("224.0.0.0/4")),
            ("240.0.0.0", Some("240.0.0.0/4")),
            ("255.255.255.254", Some("240.0.0.0/4")),
            ("::ffff:8.8.8.8", None),
            ("64:ff9b::808:808", None),
            ("64:ff9b:1::808:808", Some("64:ff9b:1::/48")),
            ("64:ff9b:0:1::808:808", Some("outside 2000::/3")),
            ("2002:808:808::1", Some("2002::/16")),
            ("100::1", Some("100::/64")),
            ("100:0:0:1::1", Some("100:0:0:1::/64")),
            ("1fff:ffff::1", Some("outside 2000::/3")),
            ("2000::1", None),
            ("2001:1ff::1", Some("2001::/23")),
            ("2001:20::1", Some("2001::/23")),
            ("2001:200::1", None),
            ("2001:4860:4860::8888", None),
            ("2003::1", None),
            ("3ffe:ffff::1", None),
            ("3fff:0fff:ffff::1", Some("3fff::/20")),
            ("3fff:1000::1", None),
            ("4000::1", Some("outside 2000::/3")),
            ("ff02::1", Some("ff00::/8")),
            ("::ffff:0:127.0.0.1", Some("outside 2000::/3")),
        ] {
            check(address, range);
        }
    }

    #[test]
    fn tunnels_show_embedded_addresses() {
        for (address, embedded) in [
            ("2002:a9fe:a9fe::", "169.254.169.254"),
            ("::10.0.0.1", "10.0.0.1"),
            ("64:ff9b:1::a00:1", "10.0.0.1"),
            ("2001:0:4136:e378:8000:63bf:3fff:fdd2", "192.0.2.45"),
        ] {
            let AddressClass::Special(special) = classify(address.parse().unwrap()) else {
                panic!("{address} must not be public")
            };
            assert_eq!(special.embedded, Some(embedded.parse().unwrap()), "{address}");
            assert!(special.to_string().starts_with(&format!("carrying {embedded}, ")));
        }
    }

    /// The CIDR texts are typed by hand and must agree with the bits.
    #[test]
    fn range_texts_agree_with_the_bits() {
        for range in V4 {
            assert_eq!(format!("{}/{}", Ipv4Addr::from_bits(range.base), range.length), range.range);
        }
        for range in V6.iter().chain([&NAT64, &GLOBAL_UNICAST]) {
            let (base, length) = range.range.split_once('/').unwrap();
            assert_eq!(base.parse::<Ipv6Addr>().unwrap().to_bits(), range.base, "{}", range.range);
            assert_eq!(length.parse::<u32>().unwrap(), range.length, "{}", range.range);
        }
    }

    proptest! {
        /// Embedding never opens an address, and transparent embeddings never close one.
        #[test]
        fn wrapping_is_consistent(bits: u32, low: u64) {
            let v4 = Ipv4Addr::from_bits(bits);
            let plain = classify(v4.into());
            let public = plain == AddressClass::Public;
            let word = u128::from(bits);
            let mapped = Ipv6Addr::from_bits(V4_MAPPED.base | word);
            let nat64 = Ipv6Addr::from_bits(NAT64.base | word);
            prop_assert_eq!(classify(mapped.into()) == AddressClass::Public, public);
            prop_assert_eq!(classify(nat64.into()) == AddressClass::Public, public);
            for tunnel in [
                word,
                (0x2002_u128 << 112) | (word << 80) | u128::from(low),
                (0x2001_u128 << 112) | (u128::from(low) << 32) | u128::from(!bits),
                (0x0064_ff9b_0001_u128 << 80) | word,
            ] {
                prop_assert_ne!(classify(Ipv6Addr::from_bits(tunnel).into()), AddressClass::Public);
            }
        }

        /// The stable predicates of the standard library name a part of the refused addresses.
        #[test]
        fn agrees_with_the_standard_library(v4: u32, v6: u128) {
            let v4 = Ipv4Addr::from_bits(v4);
            if v4.is_private() || v4.is_loopback() || v4.is_link_local() || v4.is_multicast()
                || v4.is_broadcast() || v4.is_documentation() || v4.is_unspecified()
            {
                prop_assert_ne!(classify(v4.into()), AddressClass::Public);
            }
            let v6 = Ipv6Addr::from_bits(v6);
            if v6.is_loopback() || v6.is_multicast() || v6.is_unspecified()
                || v6.is_unique_local() || v6.is_unicast_link_local()
            {
                prop_assert_ne!(classify(v6.into()), AddressClass::Public);
            }
        }
    }
}
