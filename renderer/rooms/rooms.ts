import type { Component } from 'svelte';
import type { Room } from '../state/place.svelte.ts';
import DropFolders from './folders/DropFolders.svelte';
import Queue from './queue/Queue.svelte';
import Settings from './settings/Settings.svelte';

export const rooms: Readonly<Record<Room, Component>> = {
  folders: DropFolders,
  queue: Queue,
  settings: Settings,
};
