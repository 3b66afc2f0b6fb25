import type { Reply, SourceSpec } from './source-spec.js';

const REFERER = 'https://player.example/';
const AGENT = 'Player/1.0';

/** Without the right Referer and User-Agent everything answers 403. */
export const needsHeaders = (): SourceSpec => ({
  name: '7-needs-headers',
  form: () => ({ source_headers: [`Referer: ${REFERER}`, `User-Agent: ${AGENT}`] }),
  answer: ({ headers }, usual): Reply | Promise<Reply> =>
    headers.referer === REFERER && headers['user-agent'] === AGENT ? usual() : { status: 403 },
});

/** A self-signed certificate that the channel accepts by its fingerprint. */
export const selfSigned = (): SourceSpec => ({
  name: '7-self-signed',
  secure: true,
  form: ({ fingerprint }) => ({ source_fingerprints: [fingerprint] }),
});

/** A certificate of an authority that the channel names. */
export const ownAuthority = (): SourceSpec => ({
  name: '7-own-authority',
  secure: true,
  form: ({ cert }) => ({ source_ca: cert }),
});
