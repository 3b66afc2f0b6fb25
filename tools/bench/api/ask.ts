import { OutsideError } from '#libs/errors';
import { quantile } from '../measure/quantile.js';

/** Milliseconds of one kind of question, one after the other, from sending it to the last byte of its answer. */
export interface Asked { readonly p50Ms: number; readonly p95Ms: number; readonly bytes: number }

const WARM = 20;

/** @param pathOf of the nth question @param count how many are measured, after some that are not */
export async function ask(house: string, pathOf: (n: number) => string, count: number): Promise<Asked> {
  const took: number[] = [];
  let bytes = 0;
  for (let n = 0; n < WARM + count; n += 1) {
    const began = performance.now();
    const answer = await fetch(`${house}/api/v0${pathOf(n)}`);
    const body = await answer.arrayBuffer();
    if (n >= WARM) took.push(performance.now() - began);
    if (!answer.ok) throw new OutsideError('bench-api', `${pathOf(n)}: ${String(answer.status)} ${Buffer.from(body).toString('utf8').slice(0, 300)}`);
    bytes = Math.max(bytes, body.byteLength);
  }
  return { p50Ms: quantile(took, 0.5), p95Ms: quantile(took, 0.95), bytes };
}
