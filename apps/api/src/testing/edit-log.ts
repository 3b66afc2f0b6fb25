import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';

/** @returns the log lines about replaced values while `work` ran */
export async function linesOfEdits(work: () => Promise<unknown>): Promise<unknown[]> {
  const log = jest.spyOn(Logger.prototype, 'log');
  try {
    await work();
    return log.mock.calls.map(([line]) => line).filter((line) => String(line).includes('replaced'));
  } finally {
    log.mockRestore();
  }
}
