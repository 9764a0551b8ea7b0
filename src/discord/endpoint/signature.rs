//! Signatures of requests from Discord: Ed25519 over the timestamp and the raw body.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::HeaderMap;
use ring::signature::{ED25519, UnparsedPublicKey};

/// How far the timestamp of a request may be from the machine's clock.
pub(crate) const MAX_SKEW: Duration = Duration::from_mins(5);

/// The public key of the application.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct VerifyKey([u8; 32]);

/// Why a request is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Forged {
    /// A header is missing or malformed.
    Malformed,
    /// The timestamp is too far from the machine's clock.
    Stale,
    /// The signature is not Discord's.
    Signature,
}

impl VerifyKey {
    /// Parses the key as Discord writes it, in hexadecimal digits.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        hex(text).map(Self)
    }

    /// Checks the signature and the age of a request.
    pub(crate) fn verify(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: SystemTime,
    ) -> Result<(), Forged> {
        let header = |name: &str| {
            let value = headers.get(name).and_then(|value| value.to_str().ok());
            value.ok_or(Forged::Malformed)
        };
        let timestamp = header("x-signature-timestamp")?;
        let signature = hex::<64>(header("x-signature-ed25519")?).ok_or(Forged::Malformed)?;
        // Digits only: `parse` would take a sign as well.
        if !timestamp.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Forged::Malformed);
        }
        let seconds = timestamp.parse().map_err(|_| Forged::Malformed)?;
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        if now.abs_diff(Duration::from_secs(seconds)) > MAX_SKEW {
            return Err(Forged::Stale);
        }
        self.verify_bytes(&[timestamp.as_bytes(), body].concat(), &signature)
    }

    fn verify_bytes(&self, message: &[u8], signature: &[u8]) -> Result<(), Forged> {
        let key = UnparsedPublicKey::new(&ED25519, &self.0);
        key.verify(message, signature)
            .map_err(|_| Forged::Signature)
    }
}

/// Exactly `N` bytes in hexadecimal digits.
fn hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let [high, low] = [pair[0], pair[1]].map(|digit| char::from(digit).to_digit(16));
        *byte = (high? * 16 + low?) as u8;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vectors of RFC 8032, section 7.1: public key, message, signature.
    const RFC_8032: [(&str, &str, &str); 4] = [
        (
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ),
        (
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        ),
        (
            "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
        ),
    ];

    fn bytes(text: &str) -> Vec<u8> {
        let digits: Vec<u32> = text.chars().map(|c| c.to_digit(16).unwrap()).collect();
        let pairs = digits.chunks(2);
        pairs.map(|pair| (pair[0] * 16 + pair[1]) as u8).collect()
    }

    #[test]
    fn the_vectors_of_rfc_8032_verify_and_no_changed_one_does() {
        for (key, message, signature) in RFC_8032 {
            let key = VerifyKey::parse(key).unwrap();
            let (message, signature) = (bytes(message), bytes(signature));
            assert_eq!(key.verify_bytes(&message, &signature), Ok(()));
            for at in 0..signature.len() {
                let mut changed = signature.clone();
                changed[at] ^= 1;
                let verified = key.verify_bytes(&message, &changed);
                assert_eq!(verified, Err(Forged::Signature), "byte {at}");
            }
            let mut longer = message.clone();
            longer.push(0);
            assert!(key.verify_bytes(&longer, &signature).is_err());
        }
    }

    #[test]
    fn keys_are_64_hexadecimal_digits() {
        let key = RFC_8032[0].0;
        assert!(VerifyKey::parse(key).is_some());
        assert_eq!(VerifyKey::parse(&key.to_uppercase()), VerifyKey::parse(key));
        for wrong in [
            "",
            "00",
            &key[1..],
            &format!("{key}00"),
            &key.replace('d', "+"),
            &"é".repeat(32),
        ] {
            assert_eq!(VerifyKey::parse(wrong), None, "{wrong}");
        }
    }

    /// Headers with a signature that was made with this key.
    fn signed(pair: &ring::signature::Ed25519KeyPair, time: &str, body: &[u8]) -> HeaderMap {
        let signature = pair.sign(&[time.as_bytes(), body].concat());
        let digits = signature.as_ref().iter().flat_map(|byte| {
            let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap();
            [digit(byte >> 4), digit(byte & 15)]
        });
        let signature: String = digits.collect();
        let mut headers = HeaderMap::new();
        headers.insert("x-signature-ed25519", signature.parse().unwrap());
        headers.insert("x-signature-timestamp", time.parse().unwrap());
        headers
    }

    #[test]
    fn requests_are_accepted_for_five_minutes_and_only_as_they_were_signed() {
        use ring::signature::{Ed25519KeyPair, KeyPair as _};
        let pair = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).unwrap();
        let key = VerifyKey(pair.public_key().as_ref().try_into().unwrap());
        let at = |seconds: u64| UNIX_EPOCH + Duration::from_secs(seconds);
        let body = br#"{"type":1}"#;
        let headers = signed(&pair, "1800000000", body);
        let verify = |headers: &HeaderMap, body: &[u8], now| key.verify(headers, body, at(now));
        for now in [1_800_000_000, 1_800_000_300, 1_799_999_700] {
            assert_eq!(verify(&headers, body, now), Ok(()));
        }
        for now in [1_800_000_301, 1_799_999_699, 0] {
            assert_eq!(verify(&headers, body, now), Err(Forged::Stale));
        }
        let now = 1_800_000_000;
        for at in 0..body.len() {
            let mut changed = body.to_vec();
            changed[at] ^= 1;
            assert_eq!(verify(&headers, &changed, now), Err(Forged::Signature));
        }
        // Another time with the same signature.
        let mut later = headers.clone();
        later.insert("x-signature-timestamp", "1800000001".parse().unwrap());
        assert_eq!(verify(&later, body, now), Err(Forged::Signature));
        for (name, value) in [
            ("x-signature-timestamp", ""),
            ("x-signature-timestamp", "+1800000000"),
            ("x-signature-timestamp", "-1"),
            ("x-signature-timestamp", "1800000000.5"),
            ("x-signature-timestamp", "99999999999999999999999"),
            ("x-signature-ed25519", ""),
            ("x-signature-ed25519", "zz"),
        ] {
            let mut wrong = headers.clone();
            wrong.insert(name, value.parse().unwrap());
            assert_eq!(verify(&wrong, body, now), Err(Forged::Malformed), "{value}");
        }
        // The largest time that can be written must not overflow.
        let last = u64::MAX.to_string();
        let headers = signed(&pair, &last, body);
        assert_eq!(verify(&headers, body, now), Err(Forged::Stale));
        assert_eq!(verify(&HeaderMap::new(), body, now), Err(Forged::Malformed));
    }
}
