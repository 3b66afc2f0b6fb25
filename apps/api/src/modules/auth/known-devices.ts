import { Keyring } from '#libs/service-kit';
import { Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import { type Request, type Response } from 'express';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { HttpConfig } from '../../platform/http-config.js';
import { cookieOptions } from './session-cookie.js';

const COOKIE = 'vodkeep_device';
const VALID_MS = 365 * 24 * 3_600_000;

/**
 * Browsers that have logged in with the present password (owasp.org, "Slow Down Online Guessing Attacks with Device
 * Cookies"). The cookie opens nothing; it only gives the browser a limit of guesses of its own. Whoever knew an older
 * password may have any number of such cookies.
 */
@Injectable()
export class KnownDevices {
  private readonly keys: readonly [Buffer, ...Buffer[]];
  constructor(
    keyring: Keyring,
    private readonly config: HttpConfig,
  ) {
    this.keys = keyring.signingKeys('login-device');
  }

  /**
   * @param stamp of the password
   * @returns null if the browser is not known
   */
  of(req: Pick<Request, 'headers'>, stamp: string): string | null {
    const [id = '', sig = ''] = (parseCookie(req.headers.cookie ?? '')[COOKIE] ?? '').split('.');
    const given = Buffer.from(sig, 'base64url');
    const isOurs = this.keys.some((key) => {
      const made = mac(key, id, stamp);
      return made.length === given.length && timingSafeEqual(made, given);
    });
    return isOurs ? id : null;
  }

  /** Makes the browser known, after a login with the password of this stamp. */
  remember(res: Response, stamp: string): void {
    const id = this.of(res.req, stamp) ?? randomBytes(16).toString('base64url');
    const value = `${id}.${mac(this.keys[0], id, stamp).toString('base64url')}`;
    res.cookie(COOKIE, value, { ...cookieOptions(res.req, this.config.basepath), maxAge: VALID_MS });
  }
}

const mac = (key: Buffer, id: string, stamp: string): Buffer =>
  createHmac('sha256', key).update(`device|${stamp}|${id}`).digest();
