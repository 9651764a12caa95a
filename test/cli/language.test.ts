import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { cutOut, darkslide, place } from './darkslide.ts';

const photo = lightPhotograph('lipstick-rouge.jpg');

/**
 * The expected output in each language: for a photo that is done, for the same photo run again, for the list of
 * jobs, and for `held` if nothing needs attention, and for a photo that does not exist.
 */
const languages = [
  {
    locale: 'de_AT.UTF-8',
    done: /^Dienst: \S+\nfertig {6}\S+lipstick-rouge\.jpg\n {12}\S+\n1 Foto: 1 fertig; 1 neues Bild in [\d,]+ s\n$/,
    again: '(schon fertig, nichts wurde gesendet)',
    jobs: /^AUFTRAG +ZUSTAND +BILDER +GRUND +FOTO\n1 +fertig +1 .*\n\nIm Auftragsbuch: 1 fertig\n$/,
    none: 'Nichts braucht Aufmerksamkeit.\n',
    gone: /^Fehler file-missing: \/\S+\/shoot\/gone\.jpg: „gone\.jpg“ /,
  },
  {
    locale: 'zh_CN.UTF-8',
    done: /^服务：\S+\n完成 {8}\S+lipstick-rouge\.jpg\n {12}\S+\n1 张照片：1 张完成；1 张新图像，用时 [\d.]+ 秒\n$/,
    again: '（已完成，没有发送任何内容）',
    jobs: /^任务 +状态 +图像 +原因 +照片\n1 +完成 +1 .*\n\n账本中：1 个完成\n$/,
    none: '没有需要处理的内容。\n',
    gone: /^错误 file-missing：\/\S+\/shoot\/gone\.jpg：“gone\.jpg”/,
  },
];

describe.each(languages)('a command with the locale $locale', (said) => {
  it('prints text for users in that language, and the same JSON in every language', async () => {
    const { data, around } = await place();
    const spoken = { ...around, env: { ...around.env, LC_ALL: said.locale } };
    const run = ['run', photo, ...cutOut, '--out', join(data, 'out')];
    const first = await darkslide(run, spoken);
    expect([first.status, first.stdout]).toEqual([0, expect.stringMatching(said.done)]);
    expect((await darkslide(run, spoken)).stdout).toContain(said.again);
    expect((await darkslide(['jobs'], spoken)).stdout).toMatch(said.jobs);
    expect((await darkslide(['held'], spoken)).stdout).toBe(said.none);
    const gone = ['run', join(data, 'shoot/gone.jpg'), ...cutOut, '--out', join(data, 'out')];
    expect((await darkslide(gone, spoken)).stderr).toMatch(said.gone);

    for (const args of [
      ['jobs', '--json'],
      ['status', '--json'],
      ['agents', '--json'],
    ]) {
      const [inIt, inEnglish] = [await darkslide(args, spoken), await darkslide(args, around)];
      expect([inIt.status, inIt.stdout]).toEqual([inEnglish.status, inEnglish.stdout]);
    }
  });
});
