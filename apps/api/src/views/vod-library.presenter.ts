import { type View, type Vod } from '#libs/contracts';
import { type FileEntity } from '../persistence/entities/file.entity.js';
import { presentMuted, type SiteVod, V0_MUTED } from '../persistence/entities/site-vod.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { repairReportOf } from '../vods/repair-report.js';
import { presentBookmarks } from './bookmark.presenter.js';

/** Whether a file can be played: neither deleted nor missing from storage. */
export const isThere = (file: Pick<FileEntity, 'deleted' | 'missingSince'>): boolean =>
  !file.deleted && file.missingSince === null;

/** Files of the recording as v0 lists them, including retained entries of deleted files. */
export const segmentsOf = (files: readonly FileEntity[]): readonly FileEntity[] =>
  files.filter((f) => f.role === 'segment' && f.listed);

/**
 * v0's list of files.
 * @param files all files of a VOD
 */
export function presentSegments(
  files: readonly FileEntity[],
): Pick<Vod, 'segments' | 'segments_raw' | 'is_converted' | 'is_vod_downloaded'> {
  const listed = segmentsOf(files);
  return {
    segments: listed.map((f) => ({
      basename: f.basename,
      filesize: isThere(f) ? f.sizeBytes : 0,
      deleted: !isThere(f),
      missing: !f.deleted && !isThere(f),
    })),
    segments_raw: listed.map((f) => f.basename),
    is_converted: listed.some(isThere),
    is_vod_downloaded: files.some((f) => f.role === 'downloaded' && isThere(f)),
  };
}

/** Data that the operator added, and the VOD's data that are not media. */
export function presentLibrary(vod: VodEntity, files: readonly FileEntity[], mediaMs: number) {
  return {
    bookmarks: presentBookmarks(vod, mediaMs),
    cloud_storage: vod.cloudStorage,
    export_data: vod.exportData,
    prevent_deletion: vod.preventDeletion,
    version: vod.editVersion,
    archived_at: vod.archivedAt?.toISOString() ?? null,
    is_chat_downloaded: vod.downloadedChat !== null,
    repair: presentRepair(vod),
    ...presentPaths(vod, files),
    ...presentSiteVod(vod.siteVod),
  };
}

function presentRepair(vod: VodEntity) {
  const report = repairReportOf(vod);
  return (
    report && {
      at: report.at,
      missing_ms_before: Math.round(report.before.missingMs),
      ad_ms_before: Math.round(report.before.adMs),
      gaps: report.gaps.map(({ at, durMs, causes, filledMs, mutedMs, reason }) => ({
        at: Math.round(at),
        dur_ms: Math.round(durMs),
        causes,
        filled_ms: filledMs,
        muted_ms: mutedMs,
        reason: reason ?? ('' as const),
      })),
      chat: report.chat.map(({ at, durMs, messages, reason }) => ({
        at: Math.round(at),
        dur_ms: Math.round(durMs),
        messages,
        reason: reason ?? ('' as const),
      })),
    }
  );
}

/**
 * v0 returns paths on its disk, whether the file exists or not. Vodkeep returns paths below the library, empty if there
 * is no file, so that the server's own paths stay private.
 */
function presentPaths({ chat, downloadedChat }: VodEntity, files: readonly FileEntity[]) {
  return {
    path_chat: downloadedChat?.libraryPath ?? '',
    path_downloaded_vod: files.find((f) => f.role === 'downloaded')?.libraryPath ?? '',
    path_chatdump: chat?.file?.libraryPath ?? '',
    path_losslesscut: '',
    path_chatrender: '',
    path_chatburn: '',
    path_chatmask: '',
    path_playlist: '',
  };
}

const EXISTS_AT_SITE = { yes: true, no: false, unknown: null } as const;

/** The site's video under v0's names, for any site. Empty for a VOD whose video was never searched for. */
function presentSiteVod(site: SiteVod | null): Partial<View<typeof Vod>> {
  if (!site) return {};
  const found = site.id === null ? {} : { twitch_vod_id: site.id, twitch_vod_title: site.title };
  return {
    ...found,
    ...(site.createdAt === null ? {} : { twitch_vod_date: new Date(site.createdAt).toISOString() }),
    ...(site.durationMs === null ? {} : { twitch_vod_duration: Math.round(site.durationMs / 1000) }),
    twitch_vod_exists: EXISTS_AT_SITE[site.exists],
    twitch_vod_muted: V0_MUTED[site.muted],
    site_vod_muted_ranges: presentMuted(site),
    twitch_vod_neversaved: site.neverSaved,
    twitch_vod_attempted: site.matchedAt !== null,
  };
}
