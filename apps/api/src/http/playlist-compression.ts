import compression from 'compression';
import { type Request, type RequestHandler, type Response } from 'express';

const PLAYLIST = /mpegurl/i;

/**
 * gzip for text and playlists (a day's list is 3.3 MB); never for media, which is packed already, nor for parts of a
 * file.
 */
export const compressAnswers = (): RequestHandler =>
  compression({
    filter: (req: Request, res: Response) => {
      if (res.hasHeader('Content-Range')) return false;
      return PLAYLIST.test(String(res.getHeader('Content-Type') ?? '')) || compression.filter(req, res);
    },
  });
