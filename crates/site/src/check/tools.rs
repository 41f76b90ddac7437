//! Rules about tools as a whole: names, annotations, descriptions, parameters.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use webagents_schema::{escape, unusual_characters};
use webagents_text::{TextKind, VerbClass, name_words};

use super::expression::expressions;
use super::finding::shorten_text;
use super::rule;
use super::view::{Group, Raw, TextPlace};
use crate::lists::{self, Words};

/// Globals of every page that a function of the same name would replace.
static GLOBALS: Words = LazyLock::new(|| lists::read_list("globals"));

/// Globals for storage, history, location and dialogs.
static PAGE_STATE: Words = LazyLock::new(|| lists::read_list("page state"));

/// Members of every JavaScript object.
static MEMBERS: Words = LazyLock::new(|| lists::read_list("object members"));

expressions! {
    /// Words for an effect that no tool has which only reads.
    EFFECT = [
        ["permanently", "delete", "erase", "wipe", "charge", "place", "transfer", "send", "make"],
        ["delete", "remove", "erase", "all", "user", "every", "customer", "card", "saved", "order", "money", "funds", "payment"]
    ] r"(?i)\b(?:permanently (?:deletes?|removes?|erases?)|(?:deletes?|erases?|wipes?) (?:all|the user|every)|charges? (?:the )?(?:user|customer|card|saved)|places? (?:the|an) order|transfers? (?:money|funds)|sends? (?:money|funds|a payment)|makes? a payment)\b";
    /// Personal data.
    DATA = [[
        "ssn", "social", "passport", "card", "cvv", "cvc", "maiden", "birth", "dob", "password", "passcode", "pin code", "pincode",
        "bank", "iban", "licen", "national id", "tax id", "medical", "religion", "ethnicity", "sexual", "political", "biometric",
        "fingerprint", "salary", "home address", "seed phrase", "private key", "time code", "otp"
    ]] r"(?i)\b(?:ssn|social security|passport|credit ?card|card ?number|(?:number of the|user'?s?|your) (?:credit )?card|cvv|cvc|mothers? ?(?:'s)? ?maiden|maiden name|date ?of ?birth|birth ?date|dob|birthday|passwords?|passcode|pin ?code|bank ?account|iban|driver'?s? ?licen[cs]e|national id|tax id|medical|religion|ethnicity|sexual|political|biometric|fingerprint (?:scan|image|template|data)|(?:user'?s?|your|thumb) fingerprints?|salary|home address|seed phrase|private key|one[- ]time code|otp)\b";
    /// Purposes that need personal data.
    NEED = [] r"(?i)\b(?:pay(?:ment|s|ing|roll)?\b|checkout|check out|orders?\b|purchas|buy|book|reserv|flight|airline|passenger|travel|visa\b|bank|kyc|identi|verif|regist|sign[- ]?(?:in|up|on)\b|signs? |log ?in|login|auth|accounts?\b|profile|insur|claims?\b|refund|payout|reimburs|compensat|tax|employ|jobs?\b|appl(?:y|ies|ication|icant)|patient|medic|health|doctor|appoint|loan|credit|mortgage|customer|contacts?\b|person(?:s|al)?\b|people|users?\b|members?\b|invoice|bill(?:s|ing)?\b|tariffs?\b|contracts?\b|direct debit|mandates?\b|subscri|passw|\bpins?\b|parental|vault|secret|ticket|hotel|crm\b|leads?\b|student|school|redact|pii\b|privacy|encrypt|decrypt|protect|unlock|connect|database|server|wi-?fi|ssh\b|ftp\b|smtp|horoscope|zodiac|ages?\b|birth|famil|genea|wallet|donat|rent|lease|legal|court|police|government|vote|crypto|blockchain|transfer|money|fund|salary|hr\b|candidate|dating|survey|forms?\b|fill|pdf\b|zip\b|archive|überweis|zahl|konto|rechnung|kauf|kredit|bestell|buch|anmeld|versicher|steuer|reise|flug|arzt|kunde|mitglied|paiement|payer|compte|virement|achet|réserv|assur|impôt|vol\b|voyage|client|médec|pago|pagar|cuenta|transferencia|comprar|reserva|vuelo|viaje|seguro|impuesto|médico|pagamento|conta\b|conto\b|comprare|volo\b|viaggio|assicura|betal|rekening|bestel|boek|vlucht|verzeker|klant|płat|konta|przelew|kup|rezerw|ubezpiecz|klient|plat|účet|koupit|köp|boka|оплат|сч[её]т|перевод|банк|покуп|брон|рейс|билет|страхов|налог|клиент|врач|логин|регистр|вход|рахун|купів|квит|ödeme|hesap|havale|satın|uçuş|sigorta|vergi|müşteri|支付|付款|转账|转帐|轉帳|银行|銀行|账户|帳戶|购买|預訂|预订|航班|签证|保险|税|客户|医|登录|登入|注册|註冊|振込|送金|支払|口座|購入|予約|航空|保険|顧客|ログイン|登録|결제|송금|계좌|은행|구매|예약|항공|보험|세금|고객|로그인|등록|دفع|تحويل|حساب|بنك|شراء|حجز|رحلة|تأمين|ضريبة|تسجيل|תשלום|העבר|חשבון|בנק|רכיש|הזמנ|טיסה|ביטוח|भुगतान|बैंक|खाता|टिकट|thanh toán|tài khoản|ngân hàng|bayar|pesan|tiket|πληρω|λογαριασμ|τράπεζ|κράτησ)";
    /// Secrets.
    SECRET = [[
        "pass", "pwd", "pin", "cvv", "cvc", "card", "iban", "key", "secret", "token", "cookie", "session", "jwt", "seed", "mnemonic",
        "credential", "ssn"
    ]] r"(?i)\b(?:passwords?|passwd|pwd|passphrases?|pins?|cvv|cvc|card ?(?:number|no)|credit ?card|iban|api ?keys?|access ?keys?|secret(?: ?keys?)?|private ?keys?|(?:access|auth|bearer|session|refresh) ?tokens?|cookies?|session ?ids?|jwt|seed ?phrase|mnemonic|credentials?|ssn)\b";
    /// Purposes that need a secret.
    REASON = [] r"(?i)\b(?:log|sign)(?:s|ged)?[ -]?(?:in|up|on)\b|auth|password|credential|secret|tokens?\b|cookie|session|\bkeys?\b|\bpay|card|checkout|buy|purchas|order|bank|transfer|account|regist|vault|encrypt|decrypt|\bpins?\b|connect|\bapi\b|\bssh\b|database|server|wallet|\bsign\b|identi|verif";
    /// Text about a function that changes a value and returns another one.
    PURE = [["return", "from", "of", "in", "space", "falsy"]] r"(?i)\b(?:returns? (?:a|the) (?:new|copy|rest|result|remaining|trimmed|cleaned)|(?:from|of|in) (?:a|an|the)(?: given)? (?:text|string|array)|white ?space|falsy)\b";
}

/// Names that cannot be declared, or mean something else.
pub(super) fn check_names(group: &Group<'_>, in_page: bool, out: &mut Vec<Raw>) {
    let name = group.name.as_str();
    if group.is_tool && in_page && escape::is_reserved(name) {
        let message = format!("`{name}` is a reserved word of JavaScript");
        out.push(Raw::new(&rule::NAME_RESERVED, group.name_place.clone(), message));
    } else if group.is_tool && (PAGE_STATE.contains(&name) || in_page && GLOBALS.contains(&name)) {
        let message = format!("every page has a global `{name}` already");
        out.push(Raw::new(&rule::NAME_SHADOWS, group.name_place.clone(), message));
    }
    let tool = [(name, &group.name_place)];
    let params = group.fields_of(TextKind::ParamName).chain(group.fields_of(TextKind::DefinitionName));
    let params = params.map(|field| (field.text.as_ref(), &field.place));
    for (name, place) in tool.into_iter().chain(params) {
        if MEMBERS.contains(&name) {
            let message = format!("every object has a member `{name}` already");
            out.push(Raw::new(&rule::NAME_OBJECT_MEMBER, place.clone(), message));
        }
        if name.is_ascii() {
            continue;
        }
        if let Some(unusual) = unusual_characters(name).filter(|text| text.contains("may look like")) {
            let message = format!("the name `{}` has {unusual}", shorten_text(name, 60));
            out.push(Raw::new(&rule::NAME_CONFUSABLE, place.clone(), message));
        }
    }
}

/// Names that look the same.
pub(super) fn similar_names(groups: &[Group<'_>], out: &mut Vec<Raw>) {
    let folded = |name: &str| -> Option<String> {
        name.bytes().any(|byte| matches!(byte, b'0' | b'O' | b'1' | b'I' | b'l')).then(|| {
            name.chars()
                .map(|c| match c {
                    'O' => '0',
                    'I' | 'l' => '1',
                    c => c,
                })
                .collect()
        })
    };
    let mut known: HashMap<String, &str> = HashMap::new();
    for group in groups.iter().filter(|group| group.is_tool) {
        let Some(folded) = folded(&group.name) else { continue };
        if let Some(other) = known.insert(folded, &group.name)
            && other != group.name
        {
            let message =
                format!("`{}` looks like `{}`", shorten_text(&group.name, 60), shorten_text(other, 60));
            out.push(Raw::new(&rule::NAME_SIMILAR, group.name_place.clone(), message).of_tool(&group.name));
        }
    }
}

/// Annotations that contradict the name, the description or each other.
pub(super) fn check_annotations(group: &Group<'_>, out: &mut Vec<Raw>) {
    let claims = group.annotations.read_only == Some(true) || group.annotations.destructive == Some(false);
    let read_only = group.annotations.read_only == Some(true);
    if !group.is_tool || !claims {
        return;
    }
    let words = name_words(&group.name);
    let first = words
        .iter()
        .find(|word| !matches!(word.as_str(), "bulk" | "force" | "batch" | "mass" | "do" | "auto"));
    let contradicting = if read_only { VerbClass::Grave } else { VerbClass::Final };
    let verb = first.filter(|word| contradicting.contains(word));
    let said = group
        .fields_of(TextKind::Prose)
        .filter(|_| read_only)
        .find_map(|field| Some(EFFECT.for_text(&field.text)?.find(&field.text)?.as_str().to_owned()));
    let annotation = if read_only { "readOnly" } else { "destructive: false" };
    if let Some(verb) = verb {
        let message = format!("the annotation {annotation} contradicts the verb `{verb}` of the name");
        out.push(Raw::new(&rule::ANNOTATION_MISLEADING, group.name_place.clone(), message));
    } else if let Some(said) = said {
        let message = format!(
            "the annotation {annotation} contradicts the description: \"{}\"",
            shorten_text(&said, 60)
        );
        out.push(Raw::new(&rule::ANNOTATION_MISLEADING, group.name_place.clone(), message));
    }
    if group.annotations.read_only == Some(true) && group.annotations.destructive == Some(true) {
        let message = "the tool is declared readOnly and destructive";
        out.push(Raw::new(&rule::ANNOTATION_CONFLICT, group.name_place.clone(), message));
    }
}

/// Parameters that collect personal data that the tool's purpose does not need.
pub(super) fn personal_data(group: &Group<'_>, out: &mut Vec<Raw>) {
    /// Parameters of one tool that are named.
    const MOST: usize = 50;
    if !group.is_tool {
        return;
    }
    let find = |text: &str| Some(DATA.for_text(text)?.find(text)?.as_str().to_owned());
    let from = out.len();
    let is_explained = LazyCell::new(|| {
        let name = name_words(&group.name).join(" ");
        NEED.is_match(&name)
            || DATA.is_match(&name)
            || group.fields_of(TextKind::Prose).any(|prose| NEED.is_match(&prose.text))
    });
    for field in group.fields_of(TextKind::ParamName) {
        let spaced = name_words(&field.text).join(" ");
        let Some(found) = find(&spaced) else { continue };
        if !*is_explained {
            let message = format!(
                "the parameter `{}` collects \"{}\", and nothing in the tool's description needs it",
                shorten_text(&field.text, 60),
                found
            );
            out.push(Raw::new(&rule::PERSONAL_DATA, field.place.clone(), message));
        }
    }
    for field in group.fields_of(TextKind::ParamProse) {
        if !field.text.to_lowercase().contains("user") {
            continue;
        }
        let Some(found) = find(&field.text) else { continue };
        if out.len() - from >= MOST {
            return;
        }
        let known = out[from..].iter().any(|raw| raw.place == field.place);
        if !known && !*is_explained {
            let message = format!(
                "a parameter collects \"{found}\" of the user, and nothing in the description needs it"
            );
            out.push(Raw::new(&rule::PERSONAL_DATA, field.place.clone(), message));
        }
    }
}

/// Parameters for secrets, in tools whose words have nothing to do with them.
pub(super) fn check_secrets(group: &Group<'_>, out: &mut Vec<Raw>) {
    let is_explained = || {
        REASON.is_match(&name_words(&group.name).join(" "))
            || group.fields_of(TextKind::Prose).any(|prose| REASON.is_match(&prose.text))
    };
    for field in group.fields_of(TextKind::ParamName).filter(|_| group.is_tool) {
        if SECRET.is_match(&name_words(&field.text).join(" ")) && !is_explained() {
            let message = format!(
                "the parameter `{}` takes a secret, and the tool's description does not explain it",
                shorten_text(&field.text, 60)
            );
            out.push(Raw::new(&rule::SECRET_PARAM, field.place.clone(), message));
            return;
        }
    }
}

/// Patterns that can take exponential time.
pub(super) fn check_patterns(group: &Group<'_>, out: &mut Vec<Raw>) {
    for field in group.fields_of(TextKind::Pattern) {
        if super::backtracking::is_exponential(&field.text) {
            let message =
                format!("the pattern \"{}\" can take exponential time", shorten_text(&field.text, 60));
            out.push(Raw::new(&rule::PATTERN_SLOW, field.place.clone(), message));
        }
    }
}

/// Returns the annotation that a tool's name or description requires, and the verb that shows it.
pub(super) fn missing_annotation(group: &Group<'_>) -> Option<(&'static str, String)> {
    let annotations = &group.annotations;
    let is_marked = annotations.destructive.is_some()
        || annotations.consequential.is_some()
        || annotations.read_only == Some(true);
    if !group.is_tool || is_marked {
        return None;
    }
    let mark = |verb: &str| {
        if VerbClass::Destroying.contains(verb) {
            Some("destructive")
        } else {
            VerbClass::Acting.contains(verb).then_some("consequential")
        }
    };
    let of_name = name_words(&group.name).into_iter().next().unwrap_or_default();
    // A description begins with a verb: "Removes a plant", "Delete the entry".
    let text = &group.fields_of(TextKind::Prose).next()?.text;
    let first = text.split_whitespace().next().unwrap_or_default();
    let first = first.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let stems = [
        first.strip_suffix("ies").map(|stem| format!("{stem}y")),
        first.strip_suffix("es").map(str::to_owned),
        first.strip_suffix('s').map(str::to_owned),
        Some(first.clone()),
    ];
    let marked = |verb: String| Some((mark(&verb)?, verb));
    marked(of_name).or_else(|| {
        let of_text = stems.into_iter().flatten().find_map(marked)?;
        (!PURE.is_match(text)).then_some(of_text)
    })
}

/// Reports a tool that deletes, pays or sends without an annotation.
pub(super) fn check_unmarked(group: &Group<'_>, out: &mut Vec<Raw>) {
    if let Some((mark, verb)) = missing_annotation(group) {
        let message = format!("the verb `{verb}` requires the annotation `{mark}`");
        out.push(Raw::new(&rule::ANNOTATION_MISSING, group.name_place.clone(), message));
    }
}

/// Tools and parameters of a list without a description, and names that are there twice.
pub(super) fn check_list(groups: &[Group<'_>], out: &mut Vec<Raw>) {
    let mut known: HashSet<&str> = HashSet::new();
    for group in groups.iter().filter(|group| group.is_tool) {
        if !group.name.is_empty() && !known.insert(&group.name) {
            let message = format!("a tool called `{}` was declared before", shorten_text(&group.name, 60));
            out.push(Raw::new(&rule::LIST_DUPLICATE, group.name_place.clone(), message).of_tool(&group.name));
        }
        let described = |kind| group.fields_of(kind).any(|field| !field.text.trim().is_empty());
        if !described(TextKind::Prose) && !described(TextKind::Title) {
            let message = format!("the tool `{}` has no description", shorten_text(&group.name, 60));
            out.push(
                Raw::new(&rule::TOOL_NO_DESCRIPTION, group.name_place.clone(), message).of_tool(&group.name),
            );
        }
        let parent = |place: &TextPlace| match place {
            TextPlace::Value(pointer) => pointer.rfind('/').map(|end| pointer[..end].to_owned()),
            _ => None,
        };
        let described: HashSet<String> =
            group.fields_of(TextKind::ParamProse).filter_map(|field| parent(&field.place)).collect();
        for field in group.fields_of(TextKind::ParamName) {
            let TextPlace::Key(pointer) = &field.place else { continue };
            if !described.contains(pointer) && !pointer.contains("/$defs/") {
                let message = format!("the parameter `{}` has no description", shorten_text(&field.text, 60));
                let raw = Raw::new(&rule::PARAM_NO_DESCRIPTION, field.place.clone(), message);
                out.push(raw.of_tool(&group.name));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_words() {
        assert_eq!(GLOBALS.len(), 120);
    }
}
