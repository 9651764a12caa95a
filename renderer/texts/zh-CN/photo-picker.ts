import type { photoPicker as english } from '../en/photo-picker.ts';

export const photoPicker: Record<keyof typeof english, string> = {
  'photoPicker.title': '{most, plural, =1 {选择一张照片} other {最多选择 # 张照片}}',
  'photoPicker.from': '来源',
  'photoPicker.strip': '胶片显示窗格',
  'photoPicker.library': '图库',
  'photoPicker.search': '查找照片',
  'photoPicker.none.strip': '胶片显示窗格是空的。请在“修图”中添加照片，或从图库选择。',
  'photoPicker.none.library': '图库中还没有结果',
  'photoPicker.noneFound': '没有匹配的照片',
  'photoPicker.numbered': '{number, number}. {name}',
  'photoPicker.picks': '已选照片',
  'photoPicker.letGo': '移除第 {number, number} 张：{name}',
  'photoPicker.chosen': '已选 {count, number} / {most, number}',
  'photoPicker.tooMany': '最多可选 {most, number} 张。请先移除一张。',
  'photoPicker.take': '{count, plural, =0 {使用照片} other {使用 # 张照片}}',
};
