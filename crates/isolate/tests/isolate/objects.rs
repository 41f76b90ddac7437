//! The standard objects, compared with the results of browsers.

use webagents_isolate::{Helper, RunEnd};

use crate::support::{Folder, follow, limits, program, run_with};

/// Expressions and their values as JSON; an error is its name.
const TABLE: &[(&str, &str)] = &[
    // Encodings.
    ("btoa('a\u{e4}\\xff')", r#""YeT/""#),
    ("btoa('\u{20ac}')", r#""InvalidCharacterError""#),
    ("[atob(' YeT/ '), atob('YQ=='), atob('YQ'), atob('')]", r#"["aäÿ","a","a",""]"#),
    ("atob('YQ=')", r#""InvalidCharacterError""#),
    ("atob('a')", r#""InvalidCharacterError""#),
    ("[...new TextEncoder().encode('a\u{e4}\\ud800')]", "[97,195,164,239,191,189]"),
    ("new TextEncoder().encodeInto('a\u{1f600}b', new Uint8Array(5))", r#"{"read":3,"written":5}"#),
    ("new TextEncoder().encodeInto('a\u{1f600}b', new Uint8Array(4))", r#"{"read":1,"written":1}"#),
    ("new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 97, 0xff]))", "\"a\u{fffd}\""),
    ("new TextDecoder('utf8', { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf]).buffer)", "\"\u{feff}\""),
    ("new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([0xff]))", r#""TypeError""#),
    ("new TextDecoder('latin1').encoding", r#""windows-1252""#),
    ("new TextDecoder('shift_jis').decode(new Uint8Array([0x83, 0x65]))", "\"\u{30c6}\""),
    ("new TextDecoder('klingon')", r#""RangeError""#),
    (
        "(() => { const d = new TextDecoder(); const one = d.decode(new Uint8Array([0xe2, 0x82]), { stream: true });
            return [one, d.decode(new Uint8Array([0xac])), d.decode(new Uint8Array([97]))]; })()",
        "[\"\",\"\u{20ac}\",\"a\"]",
    ),
    // URLs.
    ("new URL('../b?x=1#y', 'https://u:p@Example.com:443/a/c/').href", r#""https://u:p@example.com/a/b?x=1#y""#),
    ("new URL('no url')", r#""TypeError""#),
    ("[URL.canParse('a:b'), URL.canParse('x'), URL.parse('x')]", "[true,false,null]"),
    (
        "(() => { const { origin, protocol, username, password, host, hostname, port, pathname, search, hash } =
            new URL('http://a:b@c:81/d?e#f');
            return [origin, protocol, username, password, host, hostname, port, pathname, search, hash]; })()",
        r##"["http://c:81","http:","a","b","c:81","c","81","/d","?e","#f"]"##,
    ),
    (
        "(() => { const url = new URL('https://a/?x=1&x=2'); url.searchParams.append('y', 'a b&'); url.port = '99';
            url.searchParams.delete('x', '1'); url.hash = 'h'; url.protocol = 'nonsense:'; return `${url}`; })()",
        r#""https://a:99/?x=2&y=a+b%26#h""#,
    ),
    (
        "(() => { const url = new URL('https://a/?x=1'); const params = url.searchParams; url.search = '?z=%20';
            return [[...params], JSON.stringify({ url })]; })()",
        r#"[[["z"," "]],"{\"url\":\"https://a/?z=%20\"}"]"#,
    ),
    ("`${new URLSearchParams({ a: 1, b: '\u{e4} ' })}`", r#""a=1&b=%C3%A4+""#),
    ("`${new URLSearchParams([['b', 2], ['a', 1]])}`", r#""b=2&a=1""#),
    ("[...new URLSearchParams('?a=1&b=2&a=3').getAll('a'), new URLSearchParams('a').get('x')]", r#"["1","3",null]"#),
    ("(() => { const p = new URLSearchParams('a=1&b=2&a=3'); p.set('a', 9); p.sort(); return [p.size, `${p}`]; })()", r#"[2,"a=9&b=2"]"#),
    ("new URLSearchParams([['a']])", r#""TypeError""#),
    // Copies.
    (
        "(() => { const a = { d: new Date(7), m: new Map([[1, { x: 1 }]]), s: new Set([2]), r: /a/gi, u: undefined };
            a.self = a; const b = structuredClone(a);
            return [b !== a, b.self === b, b.d.getTime(), b.m.get(1).x, b.s.has(2), `${b.r}`, 'u' in b]; })()",
        r#"[true,true,7,1,true,"/a/gi",true]"#,
    ),
    (
        "(() => { const bytes = new Uint8Array([1, 2, 3]); const [one, two] = structuredClone([bytes.subarray(1), bytes.buffer]);
            return [[...one], one.buffer === two, bytes.length]; })()",
        "[[2,3],true,3]",
    ),
    ("(() => { const b = new ArrayBuffer(4); structuredClone(b, { transfer: [b] }); return b.byteLength; })()", "0"),
    ("(() => { const e = structuredClone(new TypeError('x')); return [e instanceof TypeError, e.message]; })()", r#"[true,"x"]"#),
    ("structuredClone(() => 1)", r#""DataCloneError""#),
    ("structuredClone({ a: Symbol() })", r#""DataCloneError""#),
    ("structuredClone(Promise.resolve())", r#""DataCloneError""#),
    ("Object.keys(structuredClone([1, , 3]))", r#"["0","2"]"#),
    // Formats.
    ("[1234567.8915, -0.5, 1e21, 0, -1234].map((n) => n.toLocaleString())", r#"["1,234,567.892","-0.5","1,000,000,000,000,000,000,000","0","-1,234"]"#),
    ("[NaN, Infinity, 999.9996, 1e-7, 123456789012345680000].map((n) => n.toLocaleString('en-US'))", r#"["NaN","∞","1,000","0","123,456,789,012,345,680,000"]"#),
    ("(1234.5).toLocaleString('en-US', { style: 'currency', currency: 'USD' })", r#""$1,234.50""#),
    ("(-3).toLocaleString('en-US', { style: 'currency', currency: 'JPY' })", r#""-¥3""#),
    ("[(0.256).toLocaleString(undefined, { style: 'percent' }), (2).toLocaleString('en', { minimumFractionDigits: 2 })]", r#"["26%","2.00"]"#),
    ("[(1.005).toLocaleString('en-US', { maximumFractionDigits: 2 }), (9.995).toLocaleString('en-US', { maximumFractionDigits: 2 })]", r#"["1.01","10"]"#),
    ("(1).toLocaleString('de-DE')", r#""TypeError""#),
    ("(1).toLocaleString('en-US', { notation: 'compact' })", r#""TypeError""#),
    ("123456789012345678901234567890n.toLocaleString()", r#""123,456,789,012,345,678,901,234,567,890""#),
    ("[1234, new Date(NaN), null, 'a'].toLocaleString()", r#""1,234,Invalid Date,,a""#),
    ("new Date(Date.UTC(2026, 10, 8, 15, 4, 5)).toLocaleString('en-US', { timeZone: 'UTC' })", r#""11/8/2026, 3:04:05 PM""#),
    ("new Date(2026, 0, 2, 0, 4, 5).toLocaleString()", r#""1/2/2026, 12:04:05 AM""#),
    ("new Date(2026, 0, 2).toLocaleDateString('en-US', { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })", r#""Friday, January 2, 2026""#),
    ("new Date(2026, 0, 2).toLocaleDateString('en-US', { year: 'numeric', month: 'short' })", r#""Jan 2026""#),
    ("new Date(2026, 0, 2).toLocaleDateString(undefined, { month: '2-digit', day: '2-digit', year: 'numeric' })", r#""01/02/2026""#),
    ("new Date(2026, 0, 2, 13, 5).toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit' })", r#""01:05 PM""#),
    ("new Date(2026, 0, 2, 13, 5).toLocaleTimeString('en-US', { hour12: false })", r#""13:05:00""#),
    ("new Date(0).toLocaleDateString('de-DE')", r#""TypeError""#),
    ("new Date(0).toLocaleString('en-US', { timeZone: 'Europe/Paris' })", r#""TypeError""#),
    ("new Date(0).toLocaleString('en-US', { dateStyle: 'short' })", r#""TypeError""#),
    ("['b', 'a', 'C', '\u{e4}', 'A', '_', '1'].sort((a, b) => a.localeCompare(b))", "[\"_\",\"1\",\"a\",\"A\",\"ä\",\"b\",\"C\"]"),
    ("['a10', 'a9', 'a09'].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))", r#"["a9","a09","a10"]"#),
    ("['a10', 'a9'].sort((a, b) => a.localeCompare(b))", r#"["a10","a9"]"#),
    ("['a'.localeCompare('\u{c4}', 'en', { sensitivity: 'base' }), 'a'.localeCompare('\u{e4}', 'en', { sensitivity: 'accent' })]", "[0,-1]"),
    ("['a'.localeCompare('A'), 'a'.localeCompare('a'), 'A'.localeCompare('b')]", "[-1,0,-1]"),
    (
        "['ab', 'Ab', 'AB', 'a\u{301}b', 'a', '\u{e1}a', 'ac'].sort((a, b) => a.localeCompare(b))",
        "[\"a\",\"áa\",\"ab\",\"Ab\",\"AB\",\"a\u{301}b\",\"ac\"]",
    ),
    ("'a'.localeCompare('b', 'sv')", r#""TypeError""#),
    ("['i'.toLocaleUpperCase(), '\u{df}'.toLocaleUpperCase('de')]", r#"["I","SS"]"#),
    ("'i'.toLocaleUpperCase('tr')", r#""TypeError""#),
    // Others.
    ("/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID())", "true"),
    ("crypto.getRandomValues(new Uint32Array(8)).some((n) => n > 255)", "true"),
    ("crypto.getRandomValues(new Float64Array(1))", r#""TypeError""#),
    ("crypto.getRandomValues(new Uint8Array(65537))", r#""QuotaExceededError""#),
    ("performance.now() > 0 && performance.now() < 60000", "true"),
    ("setTimeout('1')", r#""TypeError""#),
    ("typeof queueMicrotask", r#""function""#),
    ("['a', 'b'].values().map((c) => c + 1).toArray()", r#"["a1","b1"]"#),
    ("[new Set([1, 2]).union(new Set([3])).size, Object.groupBy([1, 2], (n) => n % 2 ? 'odd' : 'even').odd]", "[3,[1]]"),
];

#[tokio::test]
async fn objects_behave_as_in_browsers() {
    let tries: Vec<String> = TABLE.iter().map(|(code, _)| format!("() => {code}")).collect();
    let code = format!(
        "return [{}].map((f) => {{ try {{ return JSON.stringify(f()) }} catch (e) {{ return JSON.stringify(e.name) }} }})
            .join('\\u0001')",
        tries.join(",\n")
    );
    let (messages, end) = run_with(&limits(), &code, std::time::Duration::from_mins(1)).await;
    assert_eq!(end, RunEnd::Done);
    let text = messages
        .last()
        .and_then(|text| text.strip_prefix("value "))
        .unwrap_or_else(|| panic!("{messages:?}"));
    let text: String = serde_json::from_str(text).unwrap();
    let found: Vec<&str> = text.split('\u{1}').collect();
    let wrong: Vec<_> = TABLE.iter().zip(&found).filter(|((_, value), found)| value != *found).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(found.len(), TABLE.len());
}

#[tokio::test]
async fn timers_run_in_order() {
    let code = "const seen = []; const stop = setInterval(() => seen.push('i'), 1);
        setTimeout((a, b) => seen.push(a + b), 30, 'l', 'ate'); clearTimeout(setTimeout(() => seen.push('never'), 5));
        setTimeout(() => seen.push('b'), 0); setTimeout(() => seen.push('c')); queueMicrotask(() => seen.push('a'));
        await new Promise((done) => setTimeout(done, 40)); clearInterval(stop);
        return [seen.slice(0, 3).join(''), seen.includes('late'), seen.includes('never'), seen.filter((s) => s === 'i').length > 1]";
    let (messages, end) = run_with(&limits(), code, std::time::Duration::from_mins(1)).await;
    assert_eq!((messages, end), (vec![r#"value ["abc",true,false,true]"#.to_owned()], RunEnd::Done));
}

/// The time zone is read before the filter, which forbids to open its file later.
#[tokio::test]
async fn dates_have_the_time_zone() {
    for (zone, winter, summer) in [("XYZ-9", -540, -540), ("EST5EDT,M3.2.0,M11.1.0", 300, 240)] {
        let folder = Folder::new();
        let shell = folder.program(&format!("TZ='{zone}' exec '{}' \"$@\"", program().path().display()));
        let helper = Helper::start(&shell, &limits()).await.unwrap();
        let code = "return [0, 6].map((month) => new Date(2026, month, 15).getTimezoneOffset())";
        let (messages, _) = follow(helper, code, std::time::Duration::from_mins(1)).await;
        assert_eq!(messages, [format!("value [{winter},{summer}]")], "{zone}");
    }
}
