import { describe, expect, it } from '@jest/globals';
import { Keyring } from './keyring.js';
import { isSealed } from './sealer.js';

const codeThrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (e) {
    return (e as { code: unknown }).code;
  }
};
const keyA = `a:${Buffer.alloc(32, 1).toString('base64')}`;
const keyB = `b:${Buffer.alloc(32, 2).toString('hex')}`;

describe('sealed secrets', () => {
  it('open again with the same keyring, purpose and owner, and differ each time', () => {
    const sealer = Keyring.parse(keyA).purpose('channel');
    const one = sealer.seal('owner', 'pässword 🔑');
    expect(one).toMatch(/^v1\.a\./);
    expect(one).not.toBe(sealer.seal('owner', 'pässword 🔑'));
    expect(isSealed(one)).toBe(true);
    expect(isSealed('https://user:pass@host/')).toBe(false);
    expect(sealer.open('owner', one)).toBe('pässword 🔑');
    expect(sealer.open('owner', sealer.seal('owner', ''))).toBe('');
  });

  it('do not open for another owner or another purpose', () => {
    const keyring = Keyring.parse(keyA);
    const box = keyring.purpose('channel').seal('one', 'secret');
    expect(codeThrownBy(() => keyring.purpose('channel').open('two', box))).toBe('broken-seal');
    expect(codeThrownBy(() => keyring.purpose('export').open('one', box))).toBe('broken-seal');
  });

  it('do not open if any character of the envelope is changed', () => {
    const sealer = Keyring.parse(keyA).purpose('channel');
    const box = sealer.seal('o', 'secret');
    for (let i = 0; i < box.length - 1; i++) {
      const changed = box.slice(0, i) + (box[i] === 'x' ? 'y' : 'x') + box.slice(i + 1);
      expect(['broken-seal', 'wrong-key']).toContain(codeThrownBy(() => sealer.open('o', changed)));
    }
    expect(codeThrownBy(() => sealer.open('o', ''))).toBe('broken-seal');
    expect(codeThrownBy(() => sealer.open('o', box.slice(0, -8)))).toBe('broken-seal');
  });

  it('open with an older key of the keyring, and are recognised as old', () => {
    const old = Keyring.parse(keyA).purpose('p').seal('o', 'secret');
    const both = Keyring.parse(`${keyB}\n${keyA}\n`).purpose('p');
    expect(both.open('o', old)).toBe('secret');
    expect(both.isOld(old)).toBe(true);
    expect(both.isOld(both.seal('o', 'x'))).toBe(false);
    expect(codeThrownBy(() => Keyring.parse(keyB).purpose('p').open('o', old))).toBe('wrong-key');
  });

  it('open for a worker that has only the derived keys of their purpose', () => {
    const keyring = Keyring.parse(keyA);
    const worker = Keyring.parse(keyring.derivedEntry('p'));
    expect(worker.purpose('p').open('o', keyring.purpose('p').seal('o', 'secret'))).toBe('secret');
    expect(codeThrownBy(() => worker.purpose('q').seal('o', 'x'))).toBe('bad-keyring');
  });
});

describe('a keyring', () => {
  it('accepts an entry of newEntry, a bare key, and comments', () => {
    const entry = Keyring.newEntry();
    const bare = entry.slice(entry.indexOf(':') + 1);
    const box = Keyring.parse(entry).purpose('p').seal('o', 's');
    expect(Keyring.parse(`# keep me safe\n${bare}\n`).purpose('p').open('o', box)).toBe('s');
  });

  it.each([
    ['', 'nothing'],
    ['# only a comment', 'a comment'],
    ['abc', 'too short'],
    ['a:AAAA', 'too short with an id'],
    [`${keyA} ${keyA}`, 'the same id twice'],
    [`${keyA} zz:!`, 'one bad of two'],
  ])('refuses %p (%s)', (text) => {
    expect(codeThrownBy(() => Keyring.parse(text))).toBe('bad-keyring');
  });

  it('never reveals a key in an error', () => {
    const secret = 'Zm9vYmFyYmF6cXV4';
    let message = '';
    try {
      Keyring.parse(secret);
    } catch (e) {
      message = (e as Error).message;
    }
    expect(message).not.toBe('');
    expect(message).not.toContain(secret);
  });

  it('derives different signing keys for different purposes', () => {
    const keyring = Keyring.parse(`${keyA} ${keyB}`);
    expect(keyring.signingKeys('media')).toHaveLength(2);
    expect(keyring.signingKeys('media')[0].equals(keyring.signingKeys('other')[0])).toBe(false);
  });
});
