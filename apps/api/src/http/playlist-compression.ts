import compression from 'compression';
import { type Request, type RequestHandler, type Response } from 'express';

const PLAYLIST_TYPE = /mpegurl/i;

/**
 * Compresses text and playlists with gzip (the playlist of a day has 3.3 MB). Media are already compressed, and parts
 * of a file must stay unchanged.
 */
export const compressAnswers = (): RequestHandler =>
  compression({
    filter: (req: Request, res: Response) => {
      if (res.hasHeader('Content-Range')) return false;
      return PLAYLIST_TYPE.test(String(res.getHeader('Content-Type') ?? '')) || compression.filter(req, res);
    },
  });
