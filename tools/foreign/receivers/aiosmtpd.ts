import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../supervisor/ports.js';
import { startChild, untilListens, type ThirdPartyChild } from '../../third-party/third-party-child.js';
import { repositoryRoot } from '../../provider-sim/media/cached-folder.js';
import { pypiFolder } from '../programs.js';
import { LINK, TEXT, titleOf } from './notification-api.js';
import type { Receiver, ReceiverPlace } from './receiver.js';

const PACKAGES = ['aiosmtpd==1.4.6', 'atpublic==9.0.0', 'attrs==26.1.0'];
const [USER, PASSWORD] = ['me', 'r!ght "ü'];

interface Mail {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly defects: readonly string[];
}

async function startServer(port: number, file: string): Promise<ThirdPartyChild> {
  const script = path.join(await repositoryRoot(), 'tools/foreign/python/smtp_server.py');
  const packages = await pypiFolder('aiosmtpd', PACKAGES);
  const args = [`PYTHONPATH=${packages}`, 'python3', script, String(port), USER, PASSWORD, file];
  const server = startChild('env', args);
  await untilListens(port, server);
  return server;
}

async function mailsIn(file: string): Promise<Mail[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Mail);
}

async function stop(server: ThirdPartyChild): Promise<void> {
  server.kill('SIGKILL');
  await server.ended;
}

/** @returns faults of the mails about a channel, of which there must be exactly one */
function faultsOfMails(all: readonly Mail[], channel: string): string[] {
  const mails = all.filter(({ subject }) => subject.startsWith(channel));
  const [mail] = mails;
  if (mails.length !== 1 || !mail) return [`${channel}: ${String(mails.length)} mails instead of one`];
  const wanted = {
    from: 'dvr@example.com',
    to: ['me@example.com'],
    subject: titleOf(channel),
    text: `${TEXT}\n${LINK}`,
    defects: [],
  };
  const { id, html, ...got } = mail;
  const seen = { ...got, text: mail.text.replaceAll('\r\n', '\n').trimEnd() };
  return [
    ...Object.entries(wanted).flatMap(([name, value]) => {
      const found = JSON.stringify(seen[name as keyof typeof wanted]);
      return found === JSON.stringify(value) ? [] : [`${channel}: ${name} is ${found}, not ${JSON.stringify(value)}`];
    }),
    ...(html.includes('<script') ? [`${channel}: the HTML is not escaped`] : []),
    ...(/^<[^<>\s]+@vodkeep>$/.test(id) ? [] : [`${channel}: its id is ${id}`]),
  ];
}

async function check({ folder, api, signal }: ReceiverPlace): Promise<readonly string[]> {
  await using cleaning = new AsyncDisposableStack();
  const [port, file] = [await freePort(), path.join(folder, 'mails.jsonl')];
  let server = await startServer(port, file);
  cleaning.defer(() => stop(server));
  const config = { host: '127.0.0.1', port: String(port), security: 'none', user: USER, password: PASSWORD };
  const form = { ...config, from: 'DVR <dvr@example.com>', to: 'me@example.com' };
  const id = await api.addReceiver('email', { ...form, password: 'wrong' });
  const faults: string[] = [];
  const refused = await api.test(id);
  if (refused.ok || !/535.*credentials invalid/i.test(refused.answer))
    faults.push(`a wrong password shows ${JSON.stringify(refused)}`);
  await api.changeReceiver(id, 'email', form);
  const tested = await api.test(id);
  if (!tested.ok || tested.answer !== '250 2.0.0 kept by aiosmtpd')
    faults.push(`the test shows ${JSON.stringify(tested)}`);

  const first = cleaning.use(await api.channelFor(id, 'mailone'));
  first.goLive();
  await api.untilSent('mailone', signal);
  faults.push(...faultsOfMails(await mailsIn(file), 'mailone'));

  const second = cleaning.use(await api.channelFor(id, 'mailtwo'));
  await stop(server);
  second.goLive();
  await api.untilTried('mailtwo', signal);
  server = await startServer(port, file);
  await api.untilSent('mailtwo', signal);
  faults.push(...faultsOfMails(await mailsIn(file), 'mailtwo'));
  return faults;
}

/** Mail over SMTP with a login, read by Python's mail parser. */
export const AIOSMTPD: Receiver = {
  id: 'receiver-aiosmtpd',
  about: 'e-mail',
  isShort: true,
  prepare: () => pypiFolder('aiosmtpd', PACKAGES),
  check,
};
