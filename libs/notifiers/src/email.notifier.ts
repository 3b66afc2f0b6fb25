import { OutsideError } from '#libs/errors';
import { message as text } from '#libs/messages';
import { type Notifier, type OutgoingMessage, type SendResult } from './notifier.js';
import { openSocket } from './open-socket.js';
import { answerLine, escapeHtml, lines, oneLine } from './texts.js';

const TIMEOUT_MS = 15_000;

/** One mail per message, as plain text and as HTML. Loaded on demand, to save memory. */
export const email: Notifier<'email'> = {
  limitMs: 30_000,
  send: async (message, config, { signal, lookup }) => {
    const { createTransport } = (await import('nodemailer')).default;
    const transport = createTransport({
      host: config.host,
      port: Number(config.port),
      secure: config.security === 'tls',
      requireTLS: config.security === 'starttls',
      ignoreTLS: config.security === 'none',
      ...(config.user !== '' && { auth: { user: config.user, pass: config.password } }),
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      // nodemailer has a resolver of its own. It checks the certificate against `host`.
      getSocket: (_, done) => {
        openSocket({ host: config.host, port: Number(config.port), lookup }, signal).then(
          (connection) => {
            done(null, { connection });
          },
          (failed: unknown) => {
            done(failed as Error, {});
          },
        );
      },
    });
    const stop = (): void => {
      transport.close();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      const { response } = await transport.sendMail(mailOf(message, config));
      return { outcome: 'sent', answer: answerLine(response) };
    } catch (thrown) {
      signal.throwIfAborted();
      return judgeFault(thrown as SmtpFault, config.host);
    } finally {
      signal.removeEventListener('abort', stop);
      transport.close();
    }
  },
};

function mailOf(message: OutgoingMessage, { from, to }: { readonly from: string; readonly to: string }) {
  const { id, title, text, link } = message;
  const address = escapeHtml(link);
  return {
    from,
    to,
    // A repeated mail has the same id, so that mail programs show it once.
    messageId: `<${id.replaceAll(/[^A-Za-z0-9.-]/g, '-')}@vodkeep>`,
    subject: oneLine(title),
    text: lines(text === '' ? title : text, link),
    html: [
      `<p><b>${escapeHtml(oneLine(title))}</b></p>`,
      ...(text === '' ? [] : [`<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`]),
      ...(link === '' ? [] : [`<p><a href="${address}">${address}</a></p>`]),
    ].join(''),
    date: new Date(message.at),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

interface SmtpFault extends Error {
  readonly responseCode?: number;
  readonly response?: string;
  readonly code?: string;
}

/** Of the answers of SMTP, 5xx to a mail are final (RFC 5321 section 4.2.1); a wrong password the operator can correct. */
function judgeFault(fault: SmtpFault, host: string): SendResult {
  const { response, responseCode = 0, code } = fault;
  if (response === undefined)
    throw new OutsideError(text('error.receiver-away', { host, why: fault.message }), { cause: fault });
  const answer = answerLine(response);
  const isFinal = responseCode >= 500 && code !== 'EAUTH';
  return { outcome: isFinal ? 'refused' : 'failed', answer };
}
