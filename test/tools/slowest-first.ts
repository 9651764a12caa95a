import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects in the order in which their files start; the files of all other projects start last. */
const order = ['programs', 'whole', 'built'];

/**
 * Starts the test files that run programs first, because many of them mostly wait. The short files then use the
 * processor meanwhile, and no long file is left at the end.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ project }: TestSpecification) => {
      const at = order.indexOf(project.name);
      return at === -1 ? order.length : at;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
