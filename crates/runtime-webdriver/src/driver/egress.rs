//! Network access of a browser, and the flags that leave it no other route.
//!
//! The decision: a guarded browser gets one proxy as its only way out ([`webagents_fetch::Proxy`]), loopback included,
//! and features that bypass a proxy are turned off: QUIC, WebRTC over UDP, look-ups of names by the browser itself. Where
//! the proxy cannot be reached the browser reaches nothing, so each mistake here closes and none opens.
//!
//! | engine | by | what is missing |
//! |---|---|---|
//! | Chromium | arguments and preferences | nothing that is known |
//! | Firefox | preferences | it requests settings of its maker, through the proxy |
//! | `WebKit` | `MiniBrowser`'s argument `--proxy` | `ws`, which stays closed |
//!
//! With the capability `proxy`, `WebKitGTK` 2.50 would speak TLS to the proxy itself for `https`, and so reach nothing.
//! It requests `ws` without `CONNECT`, which the proxy does not accept.
//!
//! The guard is not a sandbox: a compromised browser is a program like any other.

use fantoccini::wd::Capabilities;
use serde_json::{Map, Value, json};
use webagents_fetch::Proxy;

use super::process::DriverServer;
use crate::error::{Error, ErrorKind, SessionRemedy};
use crate::options::Egress;

/// Starts the guard of one session, if `egress` demands one.
pub(crate) async fn start(egress: &Egress, driver: &DriverServer) -> Result<Option<Proxy>, Error> {
    let Egress::Guarded(options) = egress else { return Ok(None) };
    if !driver.is_here() {
        let message = format!(
            "the driver at {} is on another machine, where the egress guard of this one cannot be reached; use a \
             driver on this machine, or leave its egress open if its network is guarded otherwise",
            driver.url()
        );
        return Err(Error::new(ErrorKind::SessionNotCreated, message).with_remedy(SessionRemedy::OpenEgress));
    }
    match Proxy::start(options).await {
        Ok(proxy) => Ok(Some(proxy)),
        Err(error) => Err(Error::because(ErrorKind::SessionNotCreated, error.to_string(), error)),
    }
}

/// Makes `proxy` the only way out of the browser that `capabilities` describe.
pub(crate) fn shut_in(capabilities: &mut Capabilities, proxy: &Proxy) {
    let (host, port) = (proxy.address().ip().to_string(), proxy.address().port());
    // One of the caller's own would be another way out.
    capabilities.remove("proxy");
    if let Some(chrome) = capabilities.get_mut("goog:chromeOptions").and_then(Value::as_object_mut) {
        let args = [
            format!("--proxy-server=http://{host}:{port}"),
            // Without this, requests to loopback bypass a proxy.
            "--proxy-bypass-list=<-loopback>".to_owned(),
            "--disable-quic".to_owned(),
            // chromium-headless-shell knows the switch, the whole browser the preference.
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp".to_owned(),
            "--webrtc-ip-handling-policy=disable_non_proxied_udp".to_owned(),
            // The browser resolves no name by itself: the proxy resolves the names of pages. The rule is
            // applied to the proxy's own address as well.
            format!("--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE {host}"),
        ];
        let names =
            ["proxy-", "no-proxy-server", "winhttp-proxy-resolver", "host-resolver-rules", "host-rules"];
        replace_arguments(chrome, &names, args);
        let prefs = chrome.entry("prefs").or_insert_with(|| json!({}));
        prefs["webrtc.ip_handling_policy"] = json!("disable_non_proxied_udp");
        prefs["webrtc.multiple_routes_enabled"] = json!(false);
        prefs["webrtc.nonproxied_udp_enabled"] = json!(false);
        // 2: no prediction, so no name is looked up ahead.
        prefs["net.network_prediction_options"] = json!(2);
    } else if let Some(firefox) = capabilities.get_mut("moz:firefoxOptions").and_then(Value::as_object_mut) {
        let prefs = firefox.entry("prefs").or_insert_with(|| json!({}));
        for (name, value) in [
            ("network.proxy.type", json!(1)),
            ("network.proxy.http", json!(host)),
            ("network.proxy.http_port", json!(port)),
            ("network.proxy.ssl", json!(host)),
            ("network.proxy.ssl_port", json!(port)),
            ("network.proxy.no_proxies_on", json!("")),
            ("network.proxy.allow_hijacking_localhost", json!(true)),
            // A request that the proxy refuses must not be tried without it.
            ("network.proxy.failover_direct", json!(false)),
            ("network.proxy.allow_bypass", json!(false)),
            ("network.http.http3.enable", json!(false)),
            ("network.webtransport.enabled", json!(false)),
            ("network.dns.disablePrefetch", json!(true)),
            ("network.prefetch-next", json!(false)),
            ("network.http.speculative-parallel-limit", json!(0)),
            ("network.trr.mode", json!(5)),
            // The proxy resolves the names of pages. WebRTC, and every other look-up by the browser itself, finds none.
            ("network.dns.disabled", json!(true)),
            ("network.dns.echconfig.enabled", json!(false)),
            ("network.dns.upgrade_with_https_rr", json!(false)),
            ("network.dns.use_https_rr_as_altsvc", json!(false)),
            ("media.peerconnection.ice.proxy_only", json!(true)),
        ] {
            prefs[name] = value;
        }
    } else if let Some(webkit) =
        capabilities.get_mut("webkitgtk:browserOptions").and_then(Value::as_object_mut)
    {
        // A browser without this argument does not start. Without a named host nothing bypasses the proxy.
        replace_arguments(webkit, &["proxy", "ignore-host"], [format!("--proxy=http://{host}:{port}")]);
    } else {
        // W3C WebDriver section 7.1. Nothing is bypassed where `noProxy` is not there.
        let authority = format!("{host}:{port}");
        let manual = json!({ "proxyType": "manual", "httpProxy": authority, "sslProxy": authority });
        capabilities.insert("proxy".to_owned(), manual);
    }
}

/// Removes the browser's arguments whose names begin with one of `names`, and adds `args`.
fn replace_arguments(
    options: &mut Map<String, Value>,
    names: &[&str],
    args: impl IntoIterator<Item = String>,
) {
    let known = options.entry("args").or_insert_with(|| json!([]));
    if let Some(known) = known.as_array_mut() {
        known.retain(|arg| {
            let arg = arg.as_str().unwrap_or_default().trim_start_matches('-');
            !names.iter().any(|name| arg.starts_with(name))
        });
        known.extend(args.into_iter().map(Value::String));
    }
}

#[cfg(test)]
mod tests {
    use webagents_fetch::ProxyOptions;

    use super::*;

    async fn shut(capabilities: Value) -> (Value, u16) {
        let proxy = Proxy::start(&ProxyOptions::default()).await.unwrap();
        let Value::Object(mut capabilities) = capabilities else { panic!("an object") };
        shut_in(&mut capabilities, &proxy);
        (Value::Object(capabilities), proxy.address().port())
    }

    #[tokio::test]
    async fn each_engine_is_told_in_its_own_way() {
        let (chrome, port) =
            shut(json!({ "goog:chromeOptions": { "args": ["--a"], "prefs": { "b": 1 } } })).await;
        let options = &chrome["goog:chromeOptions"];
        assert_eq!(options["args"][0], "--a");
        assert_eq!(options["args"][1], format!("--proxy-server=http://127.0.0.1:{port}"));
        assert_eq!((&options["prefs"]["b"], chrome.get("proxy")), (&json!(1), None));
        let (firefox, port) = shut(json!({ "moz:firefoxOptions": { "prefs": { "b": 1 } } })).await;
        let prefs = &firefox["moz:firefoxOptions"]["prefs"];
        assert_eq!((&prefs["b"], &prefs["network.proxy.ssl_port"]), (&json!(1), &json!(port)));
        let asked = json!({ "args": ["--automation", "--proxy=http://x:1", "--ignore-host=*"] });
        let (webkit, port) = shut(json!({ "webkitgtk:browserOptions": asked })).await;
        let args = &webkit["webkitgtk:browserOptions"]["args"];
        assert_eq!(*args, json!(["--automation", format!("--proxy=http://127.0.0.1:{port}")]));
        assert_eq!(webkit.get("proxy"), None);
        let (other, port) = shut(json!({})).await;
        assert_eq!(other["proxy"]["httpProxy"], format!("127.0.0.1:{port}"));
    }

    #[tokio::test]
    async fn a_browser_elsewhere_cannot_be_guarded() {
        let egress = Egress::Guarded(ProxyOptions::default());
        for (url, here) in [
            ("http://127.0.0.1:4444/", true),
            ("http://localhost:4444/wd/hub", true),
            ("http://[::1]:4444/", true),
            ("http://grid.example:4444/", false),
            ("http://192.0.2.1:4444/", false),
        ] {
            let outcome = start(&egress, &DriverServer::at(url)).await;
            assert_eq!(outcome.is_ok(), here, "{url}: {outcome:?}");
        }
        assert!(
            start(&Egress::Open, &DriverServer::at("http://grid.example:4444/")).await.unwrap().is_none()
        );
    }
}
