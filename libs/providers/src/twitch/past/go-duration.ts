import { ms, type Ms } from '#libs/contracts';

/** A length as Helix writes it, `3h8m33s`, `45s`; 0 for what is none. */
export function goDurationMs(text: string): Ms {
  const [whole, h = '0', m = '0', s = '0'] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? [];
  return ms(whole === undefined ? 0 : (Number(h) * 3600 + Number(m) * 60 + Number(s)) * 1000);
}
