import { previewName as previewRoute, renameVod } from '#libs/contracts';
import { message, verbatim } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { previewName, sampleVod } from './name-preview.js';
import { numbered, VodNames } from '../../library/vod-names.js';
import { VodRenames, type WantedName } from './vod-renames.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';

@Controller()
export class NamingController {
  constructor(
    private readonly renames: VodRenames,
    private readonly names: VodNames,
    private readonly vods: VodRepository,
  ) {}

  @Implements(renameVod)
  async rename(
    @ValidatedInput(renameVod) { params, body }: Input<typeof renameVod>,
  ): Promise<Result<typeof renameVod>> {
    const name = await this.renames.rename(params.uuid, { name: body.template, folder: body.folder_template });
    return { message: verbatim(name) };
  }

  @Implements(previewRoute)
  async preview(
    @ValidatedInput(previewRoute) { body }: Input<typeof previewRoute>,
  ): Promise<Result<typeof previewRoute>> {
    const { vod: uuid = null, template, folder_template } = body;
    const shown = await this.presentPreview({ name: template, folder: folder_template }, uuid);
    const other = await this.names.ownerOfName(shown.name, uuid);
    const warnings = [...shown.warnings, ...(other === null ? [] : [message('naming.taken', { name: other })])];
    const place = withPath(
      numbered(shown, other === null ? shown.name : await this.names.freeNow(shown.name, uuid)),
      shown.channel,
    );
    const { valid, variables } = shown;
    return { data: { ...place, valid, variables, warnings } };
  }

  private async presentPreview(wanted: WantedName, uuid: string | null) {
    const request = { name: wanted.name, folder: wanted.folder ?? '' };
    const { format } = this.names;
    if (uuid === null) {
      const sample = sampleVod(format.scheme);
      return { ...previewName(request, sample, format), channel: sample.internalName };
    }
    const vod = await this.vods.find(uuid);
    if (!vod) throw VOD_MISSING();
    return {
      ...previewName(request, this.names.nameValuesOf(vod), format),
      ...this.renames.placeOf(vod, wanted),
      channel: vod.channelName,
    };
  }
}

/** Adds the path in the library, with a file extension that VODs have. */
const withPath = <P extends { readonly name: string; readonly folder: string }>(place: P, channel: string) => ({
  ...place,
  path: [channel, place.folder, `${place.name}.mp4`].filter((part) => part !== '').join('/'),
});
