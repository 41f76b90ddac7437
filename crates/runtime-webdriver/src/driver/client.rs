//! Sessions of a driver: opening one, and joining one that is open.

use std::time::Duration;

use fantoccini::error::NewSessionError;
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use tokio::time::timeout;

use super::http::Bounded;
use super::process::DriverServer;
use super::session_error::refused;
use crate::error::{Error, ErrorKind};

/// Opens a session of `driver`.
pub(crate) async fn new_client(
    driver: &DriverServer,
    capabilities: Capabilities,
    deadline: Duration,
) -> Result<Client, Error> {
    let url = driver.url();
    let connect = async {
        match driver.tls() {
            Some(tls) => {
                let connector = Bounded(tls.connector());
                ClientBuilder::new(connector).capabilities(capabilities).connect(url).await
            }
            None => {
                let connector = Bounded(HttpConnector::new());
                ClientBuilder::new(connector).capabilities(capabilities).connect(url).await
            }
        }
    };
    timeout(deadline, connect)
        .await
        .map_err(|_| {
            let within = deadline.as_millis();
            Error::new(
                ErrorKind::SessionNotCreated,
                format!("the driver opened no session within {within} ms"),
            )
        })?
        .map_err(|error| refused(error, url))
}

/// A client of a session that is open.
pub(crate) async fn existing_client(driver: &DriverServer, id: &str) -> Result<Client, NewSessionError> {
    match driver.tls() {
        Some(tls) => Client::with_existing_session(driver.url(), id, Bounded(tls.connector())).await,
        None => Client::with_existing_session(driver.url(), id, Bounded(HttpConnector::new())).await,
    }
}
