import { spawnSync } from 'node:child_process';

/**
 * Runs `npm audit` for `npm run check`; fails if a high or critical vulnerability is known. If the registry
 * offers no audit, prints one line about this and does not fail.
 */
interface AuditReport {
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> };
}

const audit = spawnSync('npm', ['audit', '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
});

const counts = read(audit.stdout).metadata?.vulnerabilities;
if (counts === undefined) {
  console.log('audit: the registry gave no report, so dependencies were not audited this time');
} else {
  const grave = (counts['high'] ?? 0) + (counts['critical'] ?? 0);
  console.log(`audit: ${counts['total'] ?? 0} known vulnerabilities, ${grave} high or critical`);
  if (grave > 0) {
    console.log(audit.stdout);
    process.exitCode = 1;
  }
}

function read(text: string): AuditReport {
  try {
    return JSON.parse(text) as AuditReport;
  } catch {
    return {};
  }
}
