import { getSpace, listSpaceRoots, type SpaceRoot, type View } from '#libs/contracts';
import { message, verbatim } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { rootTitle } from '../../space/space-notices.js';
import { SpaceReportService, totalOf } from '../../space/space-report.service.js';
import { type WriteGate, WriteGates } from '../../space/write-gates.js';

@Controller()
export class SpaceController {
  constructor(
    private readonly space: SpaceReportService,
    private readonly gates: WriteGates,
  ) {}

  @Implements(getSpace)
  async get(@ValidatedInput(getSpace) _: Input<typeof getSpace>): Promise<Result<typeof getSpace>> {
    const { free, total, used } = await this.space.report();
    return { data: { free, total, used_total: totalOf(used), used } };
  }

  @Implements(listSpaceRoots)
  roots(@ValidatedInput(listSpaceRoots) _: Input<typeof listSpaceRoots>): Promise<Result<typeof listSpaceRoots>> {
    return Promise.resolve({ data: { roots: this.gates.gates.map(presentGate), ...this.gates.demand } });
  }
}

const presentGate = ({ name, path, space, limit, sealLimit, state }: WriteGate): View<typeof SpaceRoot> => ({
  name,
  title: rootTitle(name),
  path,
  free: space.freeBytes,
  total: space.totalBytes,
  limit,
  seal_limit: sealLimit,
  state,
  text: state === 'open' ? verbatim('') : message(`space.state.${state}`),
});
