//! Tests of the parent module.

use super::*;

#[test]
fn the_port_is_read_from_the_ready_line() {
    assert_eq!(listening_port("ChromeDriver was started successfully on port 40335."), Some(40335));
    assert_eq!(listening_port("ChromeDriver was started successfully on port 99999."), None);
    assert_eq!(listening_port("1763761200000\tgeckodriver\tINFO\tListening on 127.0.0.1:4444"), Some(4444));
    assert_eq!(listening_port("Starting ChromeDriver 156.0 on port 0"), None);
}

#[test]
fn an_address_ends_with_a_slash() {
    assert_eq!(DriverServer::at("http://h:4444/wd/hub").url(), "http://h:4444/wd/hub/");
    assert_eq!(DriverServer::at("http://h:4444/").url(), "http://h:4444/");
}

#[tokio::test]
async fn a_program_that_is_no_driver_is_quoted() {
    for (engine, quote) in [
        (Engine::Chromium, "--port=0"),
        (Engine::Firefox, "--port 0 --websocket-port 0 --allow-system-access"),
        (Engine::WebKit, "--port="),
    ] {
        let started =
            DriverServer::start_program(engine, Path::new("/bin/echo"), Duration::from_mins(1)).await;
        let error = started.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DriverFailed);
        // A screen may have written something as well.
        let message = error.to_string();
        let (_, said) = message.split_once("it said:\n").expect("a quote");
        assert!(said.lines().any(|line| line.starts_with(quote)), "{error}");
    }
}

#[tokio::test]
async fn a_port_that_is_taken_is_tried_again_and_not_for_ever() {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, log) = (folder.path().join("driver"), folder.path().join("log"));
    for (after, starts) in [(2, 2), (9, 3)] {
        let script = format!(
            "#!/bin/sh\necho start >>'{0}'\nif [ \"$(wc -l <'{0}')\" -ge {after} ]; then\n\
             echo 'ChromeDriver was started successfully on port 4.'; exec sleep 60\nfi\n\
             echo 'IPv4 port not available. Exiting...'\n",
            log.display()
        );
        std::fs::write(&program, script).expect("a script");
        std::fs::set_permissions(&program, Permissions::from_mode(0o700)).expect("a program");
        std::fs::write(&log, "").expect("a log");
        let started = DriverServer::start_program(Engine::Chromium, &program, Duration::from_mins(1)).await;
        assert_eq!(started.is_ok(), after == 2, "{started:?}");
        assert_eq!(std::fs::read_to_string(&log).expect("a log").lines().count(), starts);
    }
}

#[tokio::test]
async fn a_driver_that_does_not_know_the_switch_is_started_without_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, log) = (folder.path().join("driver"), folder.path().join("log"));
    for refusal in [
        "error: Found argument '--allow-system-access' which wasn't expected, or isn't valid in this context",
        "error: unexpected argument '--allow-system-access' found",
    ] {
        let script = format!(
            "#!/bin/sh\necho \"$*\" >>'{}'\ncase \"$*\" in *--allow-system-access*)\n\
             echo \"{refusal}\" >&2; exit 64;; esac\n\
             echo '1 geckodriver INFO Listening on 127.0.0.1:4'; exec sleep 60\n",
            log.display()
        );
        std::fs::write(&program, script).expect("a script");
        std::fs::set_permissions(&program, Permissions::from_mode(0o700)).expect("a program");
        std::fs::write(&log, "").expect("a log");
        let started = DriverServer::start_program(Engine::Firefox, &program, Duration::from_mins(1)).await;
        assert_eq!(started.as_ref().map(DriverServer::url).ok(), Some("http://127.0.0.1:4/"), "{started:?}");
        let calls = std::fs::read_to_string(&log).expect("a log");
        let calls: Vec<&str> = calls.lines().collect();
        assert_eq!(
            calls,
            ["--port 0 --websocket-port 0 --allow-system-access", "--port 0 --websocket-port 0"]
        );
    }
}

#[tokio::test]
async fn a_program_that_is_missing_is_reported() {
    for engine in Engine::ALL {
        let missing = Path::new("/nowhere/driver");
        let error = DriverServer::start_program(engine, missing, Duration::from_mins(1)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DriverFailed);
        assert!(error.to_string().contains("/nowhere/driver ended before it listened"), "{error}");
    }
}

#[tokio::test]
async fn hidden_variables_are_not_inherited() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("driver");
    std::fs::write(&program, "#!/bin/sh\nenv\n").expect("written");
    std::fs::set_permissions(&program, Permissions::from_mode(0o700)).expect("set");
    // The last message is quoted, so that few others may be there.
    let names = std::env::vars().map(|(name, _)| name);
    let (kept, hidden): (Vec<_>, Vec<_>) = names.partition(|name| name == "PATH");
    assert!(kept.len() == 1 && hidden.iter().any(|name| name.starts_with("CARGO")));
    let launch = Launch {
        engine: Engine::Chromium,
        program,
        screen: None,
        deadline: Duration::from_mins(1),
        hidden,
        existing: None,
    };
    let error = DriverServer::launch(&launch).await.unwrap_err().to_string();
    assert!(error.contains("PATH=") && !error.contains("CARGO"), "{error}");
}

#[tokio::test]
async fn a_screen_that_does_not_start_is_reported() {
    let launch = Launch {
        engine: Engine::WebKit,
        program: "/bin/cat".into(),
        screen: Some(("/bin/false".into(), (800, 600))),
        deadline: Duration::from_mins(1),
        hidden: Vec::new(),
        existing: None,
    };
    let error = DriverServer::launch(&launch).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DriverFailed);
    assert!(error.to_string().contains("Xvfb ended before it had a screen"), "{error}");
}

#[tokio::test]
async fn a_reserved_port_is_given_to_nobody_else_and_can_be_listened_on() {
    let (_held, address) = reserve().expect("a port");
    std::net::TcpListener::bind(address).expect("the one that it is reserved for listens");
}
