import { success, type Outcome } from '#shared/problem.ts';
import type { OpenLedger } from '../../adapters/ledger/open.ts';
import { openTools, type ToolsOptions } from '../../studio-tools.ts';
import { check, type Figures } from './check.ts';
import { repair, type Finding } from './files.ts';

/** The options of a check. */
export interface CheckRequest {
  /** Absolute path of the data folder. */
  readonly folder: string;
  /** Whether to read the content of every result, and also query the tasks of done jobs. */
  readonly deep: boolean;
  /** Whether to remove leftovers. */
  readonly repair: boolean;
  /** How to reach the service; null if the user named none. */
  readonly tools: (ToolsOptions & { readonly service: { readonly url: string } }) | null;
}

export interface CheckReport {
  readonly figures: Figures;
  readonly findings: readonly (Finding & { readonly isRepaired: boolean })[];
}

/**
 * Checks a data folder that the caller has locked, and repairs what it can. Problems: ledger-elsewhere, those of
 * `openTools` and of `check`.
 */
export async function checkDataFolder(
  ledger: OpenLedger,
  { folder, deep, repair: mayRepair, tools: options }: CheckRequest,
  signal: AbortSignal,
): Promise<Outcome<CheckReport>> {
  const owned = options === null ? null : ledger.owner.check(new URL(options.service.url).origin);
  if (owned?.ok === false) return owned;
  const tools = options === null ? null : await openTools(options);
  if (tools?.ok === false) return tools;
  try {
    const service = tools?.value.service ?? null;
    const checked = await check(ledger, { folder, deep, service }, signal);
    if (!checked.ok) return checked;
    const { figures } = checked.value;
    const findings: CheckReport['findings'][number][] = [];
    for (const finding of checked.value.findings) {
      findings.push({ ...finding, isRepaired: mayRepair && (await repair(finding)) });
    }
    return success({ figures, findings });
  } finally {
    await tools?.value.close();
  }
}
