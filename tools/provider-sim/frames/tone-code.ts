/**
 * Each second of a source has one of 32 tones, by its number mod 32. The tones are whole hertz, so that the wave is
 * continuous between seconds, and 60 Hz apart, so that 30 ms of audio identify the tone.
 */
const TONES = 32;
const LOWEST_HZ = 300;
const STEP_HZ = 60;
/** Share of full scale: loud enough to survive AAC, quiet enough to listen to. */
const VOLUME = 0.1;
/** Audio below this share of full scale counts as silence. */
const SILENCE = 0.01;

export const toneHz = (tone: number): number => LOWEST_HZ + STEP_HZ * tone;
export const toneOfSecond = (second: number): number => second % TONES;

/** ffmpeg `aevalsrc` expression. */
export const TONE_EXPRESSION = `${String(VOLUME)}*sin(2*PI*t*(${String(LOWEST_HZ)}+${String(STEP_HZ)}*mod(floor(t),${String(TONES)})))`;

/** Power of one frequency in a window (Goertzel); 1 = a full-scale sine. */
function power(samples: Float32Array, hz: number, rate: number): number {
  const k = 2 * Math.cos((2 * Math.PI * hz) / rate);
  let [a, b] = [0, 0];
  // The inner loop of each check: with an array for the exchange it takes several times as long.
  for (let i = 0; i < samples.length; i += 1) {
    const next = (samples[i] ?? 0) + k * a - b;
    b = a;
    a = next;
  }
  return (4 * (a * a + b * b - k * a * b)) / samples.length ** 2;
}

/** Share of a window's energy with which a tone is the strongest: two tones have at most 1.2 of it together. */
const CLEAR = 0.8;

/** The power that a window would have if it were one tone. */
function energy(samples: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i += 1) sum += (samples[i] ?? 0) ** 2;
  return (2 * sum) / samples.length;
}

/**
 * The tone of a window of samples (-1..1), or null for silence.
 * @param guess tone that is tried first; it only saves time
 */
export function toneOf(samples: Float32Array, rate: number, guess: number | null = null): number | null {
  let best = { tone: -1, power: 0 };
  if (guess !== null) {
    const found = power(samples, toneHz(guess), rate);
    if (found >= CLEAR * energy(samples)) return Math.sqrt(found) < SILENCE ? null : guess;
  }
  for (let tone = 0; tone < TONES; tone++) {
    const found = power(samples, toneHz(tone), rate);
    if (found > best.power) best = { tone, power: found };
  }
  return Math.sqrt(best.power) < SILENCE ? null : best.tone;
}
