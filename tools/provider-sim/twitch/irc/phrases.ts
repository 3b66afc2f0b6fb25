/** What people say when nothing happens. */
export const PHRASES: readonly string[] = [
  'good evening everyone', 'just got here, what did I miss?', 'that was so close', 'no way', 'haha', 'gg', 'the light is lovely tonight', 'how long is the stream today?', 'tea is ready', 'first time catching you live!',
  'wait, what', 'do it again', 'that is not how any of this works', 'brb dinner', 'back', 'lurking while I work', 'clip it!', 'can you turn the music down a bit?', 'music is fine for me', 'agreed', 'I called it', 'you can do this',
  'so calm here', 'hi from Lisbon', 'it is 4 am here and I regret nothing', 'same', 'who is winning?', 'mods are asleep', 'mods are very much awake', 'the boat on the left!', 'ok that was clever', 'subtitle: chaos', 'look at the gull', '10/10',
  'what song is this', 'thanks for the stream', 'is this live?', 'F', 'one more round?', 'please drink some water', 'I have so many questions', 'true', 'big if true', 'hello chat', 'https://example.org/schedule#today for the plan', 'the delay is like 4 seconds for me',
];

/** Messages that have broken chat readers before: scripts, joiners, marks, markup. */
export const HARD_TEXTS: readonly string[] = [
  'family: 👨‍👩‍👧‍👦 flag: 🏳️‍🌈 🇵🇹 skin: 👍🏽 done Kappa', 'مرحبا بالجميع Kappa كيف الحال؟', 'שלום לכולם 123 LUL', 'こんにちは皆さん Kappa', '你好 PogChamp 你好', '😀😀 Kappa 😀 LUL', 'Z̷̢̛a̷l̸g̶o̶ ̶t̴e̵x̸t̵', 'a​zero​width​space',
  '<script>alert("hi")</script> & <b>bold</b>', 'https://example.org/a?b=c&d=%20e#f, (https://example.org/)', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen', '‮reversed by a mark', ': leading colon', '  two  blanks  Kappa  between ', 'tab\there', '𝓯𝓪𝓷𝓬𝔂 Kappa 𝕨𝕠𝕣𝕕𝕤', '\u{E0000}', 'कृपया Kappa ध्यान दें', '1️⃣ 2️⃣ #️⃣ ™️ ©',
];
export const LONG_TEXT = 'This one goes on until the limit of a message, with Kappa in it and LUL too. '.repeat(7).slice(0, 499).trim();

/** Codes of the third-party sites, one by one and drawn over each other (protocols.md 4.6). */
export const THIRD_PARTY_TEXTS: readonly string[] = [
  'catJAM catJAM catJAM', 'monkaS is he ok', 'FeelsGoodMan SoSnowy', 'FeelsGoodMan SantaHat cvMask', 'w! monkaS h! FeelsGoodMan', 'LULW', 'LULW ffzW', 'BlobRave BlobRave', 'Clap RainTime', 'catJAM RainTime PeepoHat', 'EZ Clap', 'catjam is not catJAM', 'monkaS, with a comma', 'OMEGALUL z! Clap',
];
