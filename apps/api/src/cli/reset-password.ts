import 'reflect-metadata';
import { messageOf } from '#libs/errors';
import { databaseUrl } from './database-url.js';
import { readSecretLine } from './read-secret-line.js';
import { resetOperator } from './reset-operator.js';

/**
 * `node dist/apps/api/src/cli/reset-password.js`: sets a new operator password. It reads the password from standard
 * input, because other users could see an argument.
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
