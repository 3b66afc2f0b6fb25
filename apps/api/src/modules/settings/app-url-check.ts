import { pathOf, reachHere } from '#libs/contracts';
import { isAppError, localizedOf, OutsideError } from '#libs/errors';
import { type Message, message, type MessageParam } from '#libs/messages';
import { fetchText, refuseForbiddenHost } from '#libs/providers';
import { Keyring } from '#libs/service-kit';
import { Injectable } from '@nestjs/common';
import { createHmac, randomUUID } from 'node:crypto';

const ANSWER_MS = 10_000;
/** Maximum size of a valid answer, in bytes. */
const MAX_BYTES = 1_000;

/**
 * Checks whether the public address leads to this instance (v0's validate_url): the API calls the address, and only
 * this installation knows the correct answer.
 */
@Injectable()
export class AppUrlCheck {
  private readonly key: Buffer;
  constructor(keyring: Keyring) {
    [this.key] = keyring.signingKeys('reach');
  }

  /** Answer to the nonce. Only an instance with the keys of this installation can compute it. */
  proof(nonce: string): string {
    return createHmac('sha256', this.key).update(nonce).digest('hex');
  }

  /** Returns the fault of an address, or null if it works. */
  async fault(url: string): Promise<Message | null> {
    return shapeFault(url) ?? (await this.reachFault(url));
  }

  private async reachFault(url: string): Promise<Message | null> {
    const nonce = randomUUID();
    try {
      await refuseForbiddenHost(new URL(url).hostname);
      const { status, text } = await fetchText(
        {
          url: `${url}${pathOf(reachHere, { nonce })}`,
          redirect: 'manual',
          timeoutMs: ANSWER_MS,
          firstBytes: MAX_BYTES,
        },
        AbortSignal.timeout(ANSWER_MS),
      );
      if (status !== 200) return message(status < 400 ? 'address.redirects' : 'address.answers-status', { status });
      return text.includes(this.proof(nonce)) ? null : message('address.something-else');
    } catch (thrown) {
      return unreached(thrown);
    }
  }
}

/**
 * Returns why a site could never call this address. EventSub needs https on port 443
 * (https://dev.twitch.tv/docs/eventsub/handling-webhook-events/); v0's check rejects the rest
 * (docs/reference/v0-api.md#settings).
 */
function shapeFault(url: string): Message | null {
  if (url === '') return message('address.none-set');
  if (!URL.canParse(url)) return message('address.no-address');
  const { protocol, port } = new URL(url);
  if (protocol !== 'https:') return message('address.not-https');
  if (port !== '') return message('address.other-port');
  return url.endsWith('/') ? message('address.slash-at-end') : null;
}

function unreached(thrown: unknown): Message {
  // What fetchText throws has the reason as its cause.
  const cause = thrown instanceof OutsideError ? (thrown.cause ?? thrown) : thrown;
  if (isAppError(cause)) return message('address.nothing-answers', { why: localizedOf(cause) });
  const { name, code, message: text } = cause as Partial<Error> & { readonly code?: string };
  if (name === 'TimeoutError') return message('address.nothing-answers-in-time', { n: ANSWER_MS / 1000 });
  const why: MessageParam = code ?? text ?? message('address.call-failed');
  return message('address.nothing-answers', { why });
}
