//! Tests of the public interface, in one program: each file of its own would be linked on its own.

mod computed;
mod declarations;
mod deduce;
mod engine;
mod exports;
mod hostile;
mod isolated;
mod modules;
mod preflight;
mod registered;
mod results;
mod roundtrip;
