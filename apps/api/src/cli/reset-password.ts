import 'reflect-metadata';
import { messageOf } from '#libs/errors';
import { databaseUrl } from './database-url.js';
import { readSecretLine } from './read-secret-line.js';
import { resetOperator } from './reset-operator.js';

/**
 * `node dist/apps/api/src/cli/reset-password.js`: a new operator password, read from standard input and never from an
 * argument, where other users would see it.
 */
try {
  const url = databaseUrl();
  await resetOperator(url, await readSecretLine(process.stdin, 'New password: '));
  process.stdout.write(
    'The password is set. All users are logged out. Open pages ask for the password within half a minute.\n',
  );
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
