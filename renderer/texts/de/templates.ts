import type { templates as english } from '../en/templates.ts';

/** Texts of what is chosen from the service's lists: scenes, models, backgrounds, tags and sizes. */
export const templates: Record<keyof typeof english, string> = {
  'template.of': '{label}: {text}',
  'template.openCount': '{count} · suchen',
  'template.openPlain': 'Suchen',
  'template.title': 'Wählen: {label}',
  'template.search': 'Suchen: {label}',
  'template.category': 'Kategorie',
  'template.allCategories': 'Alle Kategorien',
  'template.owner': 'Wessen',
  'template.ownerAll': 'Alle',
  'template.ownerService': 'Vom Dienst',
  'template.yours': 'Eigene',
  'template.tags': 'Nur mit diesen Tags zeigen',
  'template.noneFound': 'Nichts in der Liste passt dazu.',
  'template.noneYet':
    'Nichts von dem, was schon da ist, passt dazu. Der Rest der Liste kommt noch.',
  'template.showAll': 'Alle zeigen',
  'template.empty': 'Der Dienst bietet hier nichts zur Wahl.',
  'template.noTags': 'Der Dienst bietet keine Tags zur Wahl.',
  'template.count': '{count, plural, one {# Eintrag} other {# Einträge}}',
  'template.coming': 'weitere kommen',
  'template.asOf': 'Stand des Dienstes {time}',
  'template.before': 'Das ist der Stand des Dienstes {time}.',
  'template.again': 'Erneut versuchen',
  'template.refresh': 'Den Dienst erneut fragen',
  'template.nameless': 'Nr. {id}',
  'template.prepare.short': 'Wird noch vorbereitet',
  'template.prepare.long':
    'Der Dienst bereitet es noch vor. Sobald das fertig ist, lässt es sich verwenden.',
  'template.failed.short': 'Vorbereitung fehlgeschlagen',
  'template.failed.long':
    'Der Dienst konnte es nicht vorbereiten, daher lässt es sich nicht verwenden. Aus anderen Fotos neu anlegen oder etwas anderes wählen.',
  'template.unknown.short': 'Nicht bereit',
  'template.unknown.long':
    'Der Dienst sagt nicht, dass es bereit ist, daher lässt es sich nicht verwenden. Etwas anderes wählen.',
  'template.over.short': 'Freigabe abgelaufen',
  'template.over.long':
    'Die Freigabe galt bis {day}, daher wird nichts mehr damit erzeugt. Auf der Karte einen neuen letzten Tag eintragen oder etwas anderes wählen.',
  'template.ends.short': 'Freigabe endet bald',
  'template.ends.long': 'Die Freigabe endet am {day}. Bis dahin ist die Verwendung erlaubt.',
  'template.endsNamed':
    'Die Freigabe von „{name}“ endet am {day}. Bis dahin ist die Verwendung erlaubt.',
  'template.card': 'Karte',
  'template.cardOf': 'Karte von {name}',
  'template.manage.model': 'Eigene Modelle verwalten',
  'template.manage.scene': 'Eigene Szenen verwalten',
  'template.noneOwn.model': 'Das Konto hat noch keine eigenen Modelle.',
  'template.noneOwn.scene': 'Das Konto hat noch keine eigenen Szenen.',
  'template.makeOwn': 'Aus eigenen Fotos anlegen',
  'template.gone':
    'Die Liste des Dienstes für {agent} enthält {id} nicht mehr. Etwas anderes wählen oder das Feld leeren.',
  'template.id': '{label}: ID',
  'template.idShort': 'ID',
  'template.type': 'ID eingeben',
  'template.typeMany': 'IDs eingeben',
  'template.tagGone': 'nicht mehr in der Liste',
  'template.remove': '{id} entfernen',
  'template.size': 'Größe',
  'template.ownSize': 'Eigene Größe',
};
