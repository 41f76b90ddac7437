//! Pins in a lock file: the one pin of an origin is an object, several are a list of objects.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serializer};

use super::Pin;

pub(super) fn serialize<S: Serializer>(
    sites: &BTreeMap<String, Vec<Pin>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(sites.len()))?;
    for (origin, pins) in sites {
        match pins.as_slice() {
            [pin] => map.serialize_entry(origin, pin)?,
            pins => map.serialize_entry(origin, pins)?,
        }
    }
    map.end()
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Vec<Pin>>, D::Error> {
    let sites: BTreeMap<String, Pins> = BTreeMap::deserialize(deserializer)?;
    Ok(sites.into_iter().map(|(origin, Pins(pins))| (origin, pins)).collect())
}

/// Pins of one origin.
struct Pins(Vec<Pin>);

impl<'de> Deserialize<'de> for Pins {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrMore)
    }
}

/// Reader of an object or a list of objects.
struct OneOrMore;

impl<'de> Visitor<'de> for OneOrMore {
    type Value = Pins;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the pin of a site, or a list of pins")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Pins, A::Error> {
        Pin::deserialize(MapAccessDeserializer::new(map)).map(|pin| Pins(vec![pin]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Pins, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Pins)
    }
}
