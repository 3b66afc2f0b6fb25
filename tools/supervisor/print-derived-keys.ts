import { loadConfig, SERVICES } from '#libs/config';
import { messageOf } from '#libs/errors';
import { EXIT_OPERATOR, Keyring } from '#libs/service-kit';

/** A short-lived process that prints the keys of one purpose, so that the supervisor does not load the keyring code. */
try {
  const { secrets } = loadConfig(process.env, { secrets: SERVICES.api.secrets });
  console.log(Keyring.parse(secrets.keyring ?? '').derivedEntry(process.argv[2] ?? ''));
} catch (thrown) {
  console.error(messageOf(thrown));
  process.exitCode = EXIT_OPERATOR;
}
