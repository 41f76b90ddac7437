//! Tests of the public interface, in one program: each file of its own would be linked on its own.

mod constraints;
mod constructs;
mod declarations;
mod facts;
mod json_schema;
mod manifests;
mod signatures;
mod tools;
mod types;
