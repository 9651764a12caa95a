export const slots = {
  'slot.label': '按编号的照片',
  'slot.numbered': '照片 {number, number}：',
  'slot.each': '每张送来的照片',
  'slot.drop': '将照片拖到这里，或选择一张。可以留空。',
  'slot.choose': '{label}：选择文件',
  'slot.film': '{label}：从胶片显示窗格选取',
  'slot.type': '{label}：输入路径或网址',
  'slot.address': '{label}：路径或网址',
  'slot.swap': '交换 {one, number} 和 {other, number}',
  'slot.search': '按名称查找照片',
  'slot.none': '胶片显示窗格上没有这个名称的照片。',
  'slot.more': '还有 {count, number} 张，可按名称查找。',
} as const;
