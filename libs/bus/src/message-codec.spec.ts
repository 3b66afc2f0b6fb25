import { z } from 'zod';
import { defineCommand } from '#libs/contracts';
import { decodeJson, encodeMessage, MAX_PAYLOAD_BYTES } from './message-codec.js';

const paint = defineCommand('paint', 'wall', z.object({ wall: z.string(), text: z.string().optional() }));

it('puts the key of the payload behind kind and name', () => {
  const { subject, data } = encodeMessage(paint, { wall: 'north.1' });
  expect(subject).toBe('cmd.paint.north=2e1');
  expect(decodeJson(data)).toEqual({ wall: 'north.1' });
});

it('refuses what does not fit the schema, an empty key and a payload that is too large', () => {
  expect(() => encodeMessage(paint, { wall: 1 })).toThrow(expect.objectContaining({ code: 'wrong-payload' }));
  expect(() => encodeMessage(paint, { wall: '' })).toThrow(expect.objectContaining({ code: 'wrong-payload' }));
  expect(() => encodeMessage(paint, { wall: 'n', text: 'x'.repeat(MAX_PAYLOAD_BYTES) })).toThrow(
    expect.objectContaining({ code: 'payload-too-large' }),
  );
});

it('gives undefined for bytes that are no JSON', () => {
  expect(decodeJson(Buffer.from('{'))).toBeUndefined();
});
