import { describe, expect, it } from 'vitest';
import { ownAppImage } from './app-image.ts';
import { windowsProgram } from './system-program.ts';

const APPIMAGE = '/home/ann/Darkslide.AppImage';
const APPDIR = '/tmp/.mount_DarksX';

describe('the AppImage that a program runs from', () => {
  it('is the AppImage whose mounted folder contains the program', () => {
    expect(ownAppImage({ APPIMAGE, APPDIR }, `${APPDIR}/darkslide`)).toBe(APPIMAGE);
    expect(ownAppImage({ APPIMAGE, APPDIR: `${APPDIR}/` }, `${APPDIR}/darkslide`)).toBe(APPIMAGE);
  });

  it('is not the AppImage of the program that started this program', () => {
    expect(ownAppImage({ APPIMAGE, APPDIR }, '/opt/Darkslide/darkslide')).toBeNull();
    expect(ownAppImage({ APPIMAGE, APPDIR }, `${APPDIR}2/darkslide`)).toBeNull();
    expect(ownAppImage({ APPIMAGE }, `${APPDIR}/darkslide`)).toBeNull();
    expect(ownAppImage({ APPIMAGE: 'x', APPDIR }, `${APPDIR}/darkslide`)).toBeNull();
    expect(ownAppImage({ APPIMAGE, APPDIR: '' }, '/darkslide')).toBeNull();
  });
});

it('a Windows program is found in the system folder, not in the current folder', () => {
  expect(windowsProgram('explorer.exe', {})).toBe(String.raw`C:\Windows\explorer.exe`);
  expect(windowsProgram('explorer.exe', { SystemRoot: String.raw`D:\Win` })).toBe(
    String.raw`D:\Win\explorer.exe`,
  );
});
