import { z } from 'zod';

/** The usual levels and two of v0: `success`, and `exec` (a program was run). */
export const LOG_LEVELS = ['debug', 'info', 'success', 'exec', 'warn', 'error', 'fatal'] as const;
export const LogLevel = z.enum(LOG_LEVELS);
export type LogLevel = z.infer<typeof LogLevel>;

/** One log line of a service, as in stream LOG. `time` is ms since the Unix epoch. */
export const LogLine = z.object({
  module: z.string(),
  time: z.int(),
  level: LogLevel,
  text: z.string(),
  pid: z.int(),
  service: z.string(),
  node: z.string(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type LogLine = z.infer<typeof LogLine>;

/** v0 format of a log line in `GET /log/{date}/{lastLine}` (docs/reference/v0-api.md); the level is upper case. */
export const LogLineView = z.object({
  module: z.string(),
  time: z.int(),
  level: z.string(),
  text: z.string(),
  pid: z.int(),
  date: z.iso.datetime(),
  date_string: z.string(),
  service: z.string(),
  node: z.string(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type LogLineView = z.infer<typeof LogLineView>;
