import { pathOf, reachHere } from '#libs/contracts';
import { Keyring } from '#libs/service-kit';
import { Injectable } from '@nestjs/common';
import { createHmac, randomUUID } from 'node:crypto';

const ANSWER_MS = 10_000;
/** Bytes of an answer that is ours. */
const MOST_BYTES = 1_000;

/**
 * Whether the public address leads to this instance (v0's validate_url): it is called from here, and only we know the
 * answer.
 */
@Injectable()
export class AppUrlCheck {
  private readonly key: Buffer;
  constructor(keyring: Keyring) {
    this.key = keyring.signingKeys('reach')[0] ?? Buffer.alloc(0);
  }

  /** What only an instance with our keys can say to this question. */
  proof(nonce: string): string {
    return createHmac('sha256', this.key).update(nonce).digest('hex');
  }

  /** What is wrong, in words; null: nothing. */
  async fault(url: string): Promise<string | null> {
    return shapeFault(url) ?? (await this.reachFault(url));
  }

  private async reachFault(url: string): Promise<string | null> {
    const nonce = randomUUID();
    try {
      const answer = await fetch(`${url}${pathOf(reachHere, { nonce })}`, {
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (answer.status !== 200)
        return `it answers with status ${answer.status}${answer.status < 400 ? '; sites follow no redirect' : ''}`;
      return (await textOf(answer)).includes(this.proof(nonce))
        ? null
        : 'something else answers there, not this Vodkeep';
    } catch (thrown) {
      return `nothing answers there: ${causeOf(thrown)}`;
    }
  }
}

/**
 * Why a site could never call this address. Source: dev.twitch.tv/docs/eventsub (https on port 443), server-behaviour
 * 1.2 validate_url.
 */
export function shapeFault(url: string): string | null {
  if (url === '') return 'none is set';
  if (!URL.canParse(url)) return 'it is no address';
  const { protocol, port } = new URL(url);
  if (protocol !== 'https:') return 'it must be https';
  if (port !== '') return 'it must be on port 443';
  return url.endsWith('/') ? 'it must not end with a slash' : null;
}

async function textOf(answer: Response): Promise<string> {
  let text = '';
  for await (const bytes of answer.body ?? []) {
    text += Buffer.from(bytes).toString('latin1');
    if (text.length > MOST_BYTES) break;
  }
  return text;
}

/** undici says "fetch failed" and keeps the reason inside. */
function causeOf(thrown: unknown): string {
  const { name, cause } = thrown as {
    readonly name?: string;
    readonly cause?: { readonly code?: string; readonly message?: string };
  };
  return name === 'TimeoutError'
    ? `no answer within ${ANSWER_MS / 1000} s`
    : (cause?.code ?? cause?.message ?? 'the call failed');
}
