import { ircLine, maskOf } from './irc-line.js';

export const SERVER = 'tmi.twitch.tv';

/** Numerics after a login. */
export function welcome(nick: string): readonly string[] {
  const numeric = (command: string, trailing: string): string => ircLine({ command, params: [nick], trailing });
  return [
    numeric('001', 'Welcome, GLHF!'),
    numeric('002', `Your host is ${SERVER}`),
    numeric('003', 'This server is rather new'),
    numeric('004', '-'),
    numeric('375', '-'),
    numeric('372', 'You are in a maze of twisty passages, all alike.'),
    numeric('376', '>'),
  ];
}

/**
 * Lines after a JOIN, before the ROOMSTATE. `names`: other members, shown to clients with the membership capability.
 */
export function joined(nick: string, login: string, names: readonly string[]): readonly string[] {
  const prefix = `${nick}.${SERVER}`;
  return [
    ircLine({ prefix: maskOf(nick), command: 'JOIN', params: [`#${login}`] }),
    ircLine({ prefix, command: '353', params: [nick, '=', `#${login}`], trailing: [nick, ...names].join(' ') }),
    ircLine({ prefix, command: '366', params: [nick, `#${login}`], trailing: 'End of /NAMES list' }),
  ];
}

const OWN = { 'badge-info': '', 'badges': '', 'color': '' };
const isAnonymous = (nick: string): boolean => nick.startsWith('justinfan');

/** Lines only for a logged-in client: after its login, and after its own JOIN of a room. */
export const ownState = (nick: string, login: string | null): readonly string[] =>
  isAnonymous(nick)
    ? []
    : [
        login === null
          ? ircLine({
              tags: { ...OWN, 'display-name': nick, 'emote-sets': '0', 'user-type': '' },
              command: 'GLOBALUSERSTATE',
            })
          : ircLine({
              tags: { ...OWN, 'display-name': nick, 'emote-sets': '0', 'mod': 0, 'subscriber': 0, 'user-type': '' },
              command: 'USERSTATE',
              params: [`#${login}`],
            }),
      ];

export const notice = (text: string): string => ircLine({ command: 'NOTICE', params: ['*'], trailing: text });
export const pong = (text: string): string => ircLine({ command: 'PONG', params: [SERVER], trailing: text });
