import { configurationDoc, envExample, SERVICES, type Section } from './index.js';

const sections = Object.values(SERVICES).flatMap((of) => Object.values<Section>(of));
const names = sections.flatMap((section) => Object.values(section).map((s) => s.env));

it('documents every setting that a service reads', () => {
  const doc = configurationDoc();
  const example = envExample();
  for (const name of names) {
    expect(doc).toContain(`\`${name}\``);
    expect(example).toContain(`${name}=`);
  }
});

it('never offers a value for a secret', () => {
  const secrets = sections.flatMap((section) => Object.values(section).filter(({ secret }) => secret === true));
  expect(secrets.length).toBeGreaterThan(3);
  for (const { env } of secrets) expect(envExample()).toMatch(new RegExp(`^(# )?${env}=$`, 'm'));
});
