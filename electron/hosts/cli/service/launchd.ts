import { PAUSE_SECONDS, STOP_SECONDS, type ServicePlan } from './plan.ts';

/** Returns the label of a service in launchd. */
export function launchdLabel(name: string): string {
  return `app.darkslide.service.${name}`;
}

/**
 * Returns the property list for launchd (launchd.plist(5)). launchd restarts the command unless it exits with 0; with
 * `--supervised`, it also exits with 0 on errors that a restart can't fix.
 */
export function launchdPlist({ name, account, command, folder }: ServicePlan): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key>',
    `  <string>${escapeXml(launchdLabel(name))}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...command.map((word) => `    <string>${escapeXml(word)}</string>`),
    '  </array>',
    '  <key>WorkingDirectory</key>',
    `  <string>${escapeXml(folder)}</string>`,
    ...(account === null
      ? []
      : ['  <key>UserName</key>', `  <string>${escapeXml(account)}</string>`]),
    '  <key>RunAtLoad</key>',
    '  <true/>',
    '  <key>KeepAlive</key>',
    '  <dict>',
    '    <key>SuccessfulExit</key>',
    '    <false/>',
    '  </dict>',
    '  <key>ThrottleInterval</key>',
    `  <integer>${PAUSE_SECONDS}</integer>`,
    '  <key>ExitTimeOut</key>',
    `  <integer>${STOP_SECONDS}</integer>`,
    '</dict>',
    '</plist>',
    '',
  ].join('\n');
}

/** Returns the data folder from a property list that Darkslide has written. */
export function folderInPlist(text: string): string | null {
  const found = /<key>WorkingDirectory<\/key>\s*<string>([^<]+)</u.exec(text)?.[1];
  return found === undefined ? null : plainXml(found);
}

export function plainXml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Returns a text escaped for XML. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
