//! Tests of the parent module.

use serde_json::json;

use super::*;

#[test]
fn names_of_secrets() {
    let redaction = Redaction::default();
    for name in [
        "password",
        "userPassword",
        "new_password",
        "PASSWORD",
        "accessToken",
        "token",
        "x-api-key",
        "apiKey",
        "Authorization",
        "set-cookie",
        "cardNumber",
        "card",
        "cvv",
        "clientSecret",
        "sessionId",
        "pin",
        "pw",
        "userPw",
        "pass",
        "user_pass",
        "auth",
        "proxyAuth",
        "authHeader",
        "session",
        "userSession",
        "session_key",
        "sid",
        "connect.sid",
        "PHPSESSID",
        "csrf",
        "csrfmiddlewaretoken",
        "X-XSRF-TOKEN",
        "jwt",
        "Proxy-Authorization",
        "cookies",
    ] {
        assert!(redaction.is_secret(name), "{name}");
    }
    for name in [
        "user",
        "tokens",
        "maxTokens",
        "pinned",
        "discard",
        "query",
        "id",
        "cards",
        "",
        "passenger",
        "passengers",
        "author",
        "authors",
        "authority",
        "session length",
        "sessionCount",
        "trainingSession",
        "sessions",
        "boardingPass",
        "passThrough",
        "passed",
        "compass",
        "side",
        "nextPageToken",
        "presidio",
    ] {
        assert!(!redaction.is_secret(name), "{name}");
    }
}

#[test]
fn values_at_any_depth() {
    let mut value = json!([
        { "login": { "user": "ann", "password": "hunter2", "empty": { "token": null } } },
        { "$type": "map", "entries": [["secret", { "a": 1 }], ["x", "AKIAIOSFODNN7EXAMPLE"]] },
        4_111_111_111_111_111_u64,
        1_234_567_890_123_u64,
    ]);
    Redaction::default().value(&mut value);
    assert_eq!(
        value,
        json!([
            { "login": { "user": "ann", "password": REDACTED, "empty": { "token": null } } },
            { "$type": "map", "entries": [["secret", REDACTED], ["x", REDACTED]] },
            REDACTED,
            1_234_567_890_123_u64,
        ])
    );
    let mut kept = json!({ "password": "x", "card": 4_111_111_111_111_111_u64 });
    Redaction::default().with_mode(Redact::Nothing).value(&mut kept);
    assert_eq!(kept["password"], "x");
}

#[track_caller]
fn check(text: &str, want: &str) {
    assert_eq!(Redaction::default().text(text), want);
}

#[test]
fn texts() {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig-nature_1";
    check(&format!("it is {token}!"), "it is [redacted]!");
    check("use sk-abcdefghijklmnopqrstuvwx now", "use [redacted] now");
    check("sk-short, AKIA", "sk-short, AKIA");
    check("pay with 4111 1111 1111 1111, please", "pay with [redacted], please");
    check("4111-1111-1111-1112 and 1234567890123", "4111-1111-1111-1112 and 1234567890123");
    check("password=hunter2&user=ann", "password=[redacted]&user=ann");
    check("{\"token\": \"abc\", \"user\": \"ann\"}", "{\"token\": \"[redacted]\", \"user\": \"ann\"}");
    check("Authorization: Bearer abcdefghijklmnop", "Authorization: [redacted]");
    check("used Bearer abcdefghijklmnop, twice", "used Bearer [redacted], twice");
    check("the password is wrong", "the password is wrong");
    check("the bearer of news", "the bearer of news");
    check("é: café", "é: café");
    check("password=hun!t&er2&user=ann", "password=[redacted]&er2&user=ann");
    check("password: \"two words\", user: ann", "password: \"[redacted]\", user: ann");
    check("{\"pw\":\"a\\\"b\",\"n\":1}", "{\"pw\":\"[redacted]\",\"n\":1}");
    check("{\\\"pw\\\":\\\"abc\\\",\\\"n\\\":1}", "{\\\"pw\\\":\\\"[redacted]\\\",\\\"n\\\":1}");
    check(
        "log in at https://ann:s3cret@shop.example/a?b=1",
        "log in at https://[redacted]@shop.example/a?b=1",
    );
    check("at https://shop.example/@ann", "at https://shop.example/@ann");
    check("theme=dark; sid=abc; n=1", "theme=[redacted]; sid=[redacted]; n=[redacted]");
    check("Set-Cookie: theme=dark; Path=/\nHost: a", "Set-Cookie: [redacted]\nHost: a");
    check("the cookies: a=b; c=d", "the cookies: [redacted]");
    check("document.cookie = 'a=b; c=d'", "document.cookie = '[redacted]'");
    check("Authorization: Digest username=ann, response=1", "Authorization: [redacted]");
    check("GET /?sid=12&q=1", "GET /?sid=[redacted]&q=1");
    check("pass: hunter2", "pass: [redacted]");
    check("csrf: abc", "csrf: [redacted]");
    check("pass: 3, fail: 0", "pass: 3, fail: 0");
    check("session: keynote", "session: keynote");
    check(
        "session length: 45, author: Ann, passenger: Bob",
        "session length: 45, author: Ann, passenger: Bob",
    );
    check("auth: failed", "auth: failed");
    check("x = 1; y = 2", "x = 1; y = 2");
    check("", "");
}

#[test]
fn members_whose_name_is_a_value() {
    let mut value =
        json!([{ "name": "sid", "value": "abc" }, { "name": "q", "value": "abc" }, { "pass": true }]);
    Redaction::default().value(&mut value);
    assert_eq!(
        value,
        json!([{ "name": "sid", "value": REDACTED }, { "name": "q", "value": "abc" }, { "pass": true }])
    );
}

#[test]
fn a_long_text_costs_what_it_is_long() {
    for unit in [
        "1 ",
        "a",
        "password=",
        "eyJ.",
        "4111 1111 1111 1111 ",
        "-",
        "é",
        "://",
        "://a@",
        "a=b; ",
        "cookie: ",
        "\"pw\":\"",
    ] {
        let text = unit.repeat(200_000);
        assert!(!Redaction::default().text(&text).is_empty());
    }
}

#[test]
fn parameters_of_urls_that_log_in() {
    let long = "af0ifjsldkjaf0ifjsldkj";
    for (text, shown) in [
        ("https://a.example/cb?code=SplxlOBeZQQYbYS6WxSbIA&x=1", "https://a.example/cb?code=[redacted]&x=1"),
        ("/cb?x=1&code=123456#top", "/cb?x=1&code=[redacted]#top"),
        ("/cb#code=abc&access_token=def", "/cb#code=[redacted]&access_token=[redacted]"),
        (
            "/cb?id_token=a&refresh_token=b&token=c",
            "/cb?id_token=[redacted]&refresh_token=[redacted]&token=[redacted]",
        ),
        ("grant_type=x&code=abc&code_verifier=def", "grant_type=x&code=[redacted]&code_verifier=[redacted]"),
        ("to /cb?ticket=ST-1-x: gone", "to /cb?ticket=[redacted]: gone"),
        ("/cb?SAMLResponse=abc&RelayState=d", "/cb?SAMLResponse=[redacted]&RelayState=[redacted]"),
        ("/f?sig=abc&X-Amz-Signature=def", "/f?sig=[redacted]&X-Amz-Signature=[redacted]"),
        ("/cb?a=1&amp;code=abc&amp;b=2", "/cb?a=1&amp;code=[redacted]&amp;b=2"),
        ("/go?to=%2Fcb%3Fcode%3Dabc%26x%3D1&y", "/go?to=%2Fcb%3Fcode%3D[redacted]%26x%3D1&y"),
        ("/go?to=%2Fcb%3fa%3d1%26access_token%3dabc", "/go?to=%2Fcb%3fa%3d1%26access_token%3d[redacted]"),
        ("/i?state=open&key=name&sort=code", "/i?state=open&key=name&sort=code"),
        ("code=5; x", "code=5; x"),
        ("status code=404 of error?code", "status code=404 of error?code"),
        ("/cb?Code=é&postcode=1&zip_code=2", "/cb?Code=[redacted]&postcode=1&zip_code=2"),
    ] {
        check(text, shown);
        check(shown, shown);
    }
    check(
        "token=[redacted]&pin: [redacted], \"pw\": \"[redacted]\"",
        "token=[redacted]&pin: [redacted], \"pw\": \"[redacted]\"",
    );
    check(&format!("/cb?state={long}&key={long}"), "/cb?state=[redacted]&key=[redacted]");
    let mut value = json!({ "grant_type": "x", "code": "abc", "a": { "code": "DE" } });
    Redaction::default().value(&mut value);
    assert_eq!(value, json!({ "grant_type": "x", "code": REDACTED, "a": { "code": "DE" } }));
    for unit in ["?code=", "&code%3D", "%3Fcode%3Dé", "?state=a%26", "%26", "?code=:", "?x=a", "&key=a&"] {
        assert!(!Redaction::default().text(&unit.repeat(50_000)).is_empty());
    }
}

#[test]
fn warnings_quote_no_secret() {
    let mut outcome = Outcome::new(Ok(Value::Null));
    outcome.warnings = vec!["write `return open(\"/cb?code=abc&x=1\")`".to_owned()];
    Redaction::default().rest(&mut outcome);
    assert_eq!(outcome.warnings, ["write `return open(\"/cb?code=[redacted]&x=1\")`"]);
}
