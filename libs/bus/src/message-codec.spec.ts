import fc from 'fast-check';
import { z } from 'zod';
import { defineCommand } from '#libs/contracts';
import { decodeJson, encodeMessage, MAX_PAYLOAD_BYTES, subjectToken } from './message-codec.js';

describe('message codec', () => {
  const paint = defineCommand('paint', 'wall', z.object({ wall: z.string(), text: z.string().optional() }));

  it('builds the subject from kind, name and key of the payload', () => {
    const { subject, data } = encodeMessage(paint, { wall: 'north.1' });
    expect(subject).toBe('cmd.paint.north=2e1');
    expect(decodeJson(data)).toEqual({ wall: 'north.1' });
  });

  it('refuses a payload that does not match its schema, an empty key and a payload that is too large', () => {
    expect(() => encodeMessage(paint, { wall: 1 })).toThrow(expect.objectContaining({ code: 'wrong-payload' }));
    expect(() => encodeMessage(paint, { wall: '' })).toThrow(expect.objectContaining({ code: 'wrong-payload' }));
    expect(() => encodeMessage(paint, { wall: 'n', text: 'x'.repeat(MAX_PAYLOAD_BYTES) })).toThrow(
      expect.objectContaining({ code: 'payload-too-large' }),
    );
  });

  it('returns undefined for bytes that are not JSON', () => {
    expect(decodeJson(Buffer.from('{'))).toBeUndefined();
  });
});

describe('subject token', () => {
  it('leaves UUIDs and job names as they are', () => {
    expect(subjectToken('convert_8b0c-1')).toBe('convert_8b0c-1');
  });

  it('maps each key to a unique valid NATS token', () => {
    const key = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(key, key, (one, other) => {
        expect(subjectToken(one)).toMatch(/^[A-Za-z0-9_=-]+$/);
        expect(subjectToken(one) === subjectToken(other)).toBe(one === other);
      }),
    );
    expect(['a=2e', 'a.', 'a=3d2e'].map(subjectToken)).toEqual(['a=3d2e', 'a=2e', 'a=3d3d2e']);
  });
});
