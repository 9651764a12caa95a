import type { models as english } from '../en/models.ts';

/** Texts of the room of models and scenes. */
export const models: Record<keyof typeof english, string> = {
  'models.shelf': 'Was gezeigt wird',
  'models.shelf.models': 'Eigene Modelle',
  'models.shelf.scenes': 'Eigene Szenen',
  'models.shelf.service-models': 'Modelle des Dienstes',
  'models.shelf.service-scenes': 'Szenen des Dienstes',
  'models.count': '{count, number} von {most, number}',
  'models.countLong.model':
    '{count, number} von höchstens {most, number} eigenen Modellen sind im Konto',
  'models.countLong.scene':
    '{count, number} von höchstens {most, number} eigenen Szenen sind im Konto',
  'models.looked': 'durchgesehen {time}',
  'models.looking': 'Konto wird durchgesehen',
  'models.refresh': 'Konto jetzt durchsehen',
  'models.new.model': 'Neues Modell',
  'models.new.scene': 'Neue Szene',
  'models.search.model': 'Eigene Modelle suchen',
  'models.search.scene': 'Eigene Szenen suchen',
  'models.show': 'Nach Stand zeigen',
  'models.show.all': 'Alle',
  'models.show.usable': 'Verwendbar',
  'models.show.preparing': 'In Vorbereitung',
  'models.show.attention': 'Zu prüfen',
  'models.tags': 'Nur mit diesem Tag zeigen',
  'models.grid.model': 'Eigene Modelle',
  'models.grid.scene': 'Eigene Szenen',
  'models.more': 'Karten',
  'models.export': 'Karten exportieren…',
  'models.import': 'Karten importieren…',
  'models.imported':
    '{changed, plural, =0 {Keine Karte wurde geändert} one {# Karte wurde geändert} other {# Karten wurden geändert}}; {same, plural, one {# war} other {# waren}} gleich.',
  'models.importedUnknown':
    '{count, plural, one {# aus der Datei ist} other {# aus der Datei sind}} nicht in diesem Konto und {count, plural, one {wurde} other {wurden}} ausgelassen: {names}.',
  'models.importUndone': 'Die Karten sind wieder, wie sie waren.',
  'models.importTooLarge': '„{name}“ ist keine Datei mit Karten: Sie ist zu groß.',
  'models.allDeleted': 'Alle wurden gelöscht: Es ist dasselbe Konto',
  'models.partial': 'Gezeigt nach dem Stand des Dienstes {time}.',

  'models.status.ready': 'Bereit',
  'models.status.preparing': 'In Vorbereitung',
  'models.status.failed': 'Fehlgeschlagen',
  'models.status.gone': 'Anderswo gelöscht',
  'models.status.deleting': 'Wird gelöscht',
  'models.status.unknown': 'Unbekannt',
  'models.status.attention': 'Zu prüfen',
  'models.release.over': 'Freigabe abgelaufen',
  'models.release.ends':
    '{days, plural, =0 {Endet heute} one {Endet morgen} other {Endet in # Tagen}}',
  'models.stage.uploading': 'Foto {place} von {count}, {percent}',
  'models.stage.sending': 'Wird angelegt',
  'models.stage.doubt': 'Noch unbekannt',
  'models.stage.waiting': 'Wartet',
  'models.stage.stopped': 'Nicht angelegt',
  'models.unnamed.model': 'Neues Modell',
  'models.unnamed.scene': 'Neue Szene',

  'models.empty.model.title': 'Noch keine eigenen Modelle',
  'models.empty.model.text':
    'Ein eigenes Modell entsteht aus 1 bis 4 Fotos einer Person: ganzes Gesicht, von vorn, wenig oder kein Make-up. Es trägt die Kleidung der eigenen Fotos, solange seine Freigabe es erlaubt.',
  'models.empty.scene.title': 'Noch keine eigenen Szenen',
  'models.empty.scene.text':
    'Eine eigene Szene entsteht aus einem Foto mit einer Person darin, jede Seite länger als 512 px. Die eigenen Fotos entstehen dann an diesem Ort.',
  'models.empty.elsewhere': 'Was mit diesem Konto anderswo angelegt wurde, findet sich von selbst.',
  'models.none.model.title': 'Kein Modell passt dazu',
  'models.none.scene.title': 'Keine Szene passt dazu',
  'models.none.text': 'Nichts im Konto erfüllt alle diese Bedingungen.',
  'models.none.do': 'Alle zeigen',

  'models.dropNow.model': 'Loslassen, um aus diesen Fotos ein Modell anzulegen',
  'models.dropNow.scene': 'Loslassen, um aus diesem Foto eine Szene anzulegen',
  'models.search.service.model': 'Modelle des Dienstes suchen',
  'models.search.service.scene': 'Szenen des Dienstes suchen',
  'models.service.model': 'Modell des Dienstes',
  'models.service.scene': 'Szene des Dienstes',
  'models.service.tags': 'Was der Dienst darüber sagt',
  'models.service.gone': 'Der Dienst hat {id} nicht mehr. Etwas anderes wählen.',

  'models.detail.model': 'Eigenes Modell',
  'models.detail.scene': 'Eigene Szene',
  'models.pictures': 'Fotos',
  'models.cover': 'Titelbild',
  'models.photo': 'Foto {number}',
  'models.rename.do': 'Umbenennen',
  'models.rename.label': 'Name im Studio',
  'models.rename.help':
    'Nur hier: Der Dienst behält seinen eigenen Namen. Leer gelassen, wird dieser gezeigt.',
  'models.rename.done': 'Der Name im Studio ist geändert.',
  'models.rename.service': 'Jetzt gilt wieder der Name des Dienstes.',
  'models.nameTooLong':
    'Ein Name hat höchstens {most, number} Zeichen; dieser hat {count, number}.',
  'models.failed.model':
    'Der Dienst konnte aus diesen Fotos kein Modell machen. Meist war kein Gesicht zu erkennen: neu anlegen aus Fotos mit ganzem Gesicht von vorn und wenig Make-up.',
  'models.failed.scene':
    'Der Dienst konnte aus diesem Foto keine Szene machen. Meist war keine Person zu erkennen: neu anlegen aus einem Foto mit einer Person und einem Ort darin.',
  'models.use.do': 'In der Retusche verwenden',
  'models.use.preparing':
    'Der Dienst bereitet es vor. Sobald es bereit ist, lässt es sich verwenden.',
  'models.use.failed': 'Nicht verwendbar, weil die Vorbereitung fehlschlug.',
  'models.use.gone':
    'Es wurde anderswo gelöscht und lässt sich nicht mehr verwenden. Die Karte bleibt hier.',
  'models.use.deleting': 'Es wird gelöscht.',
  'models.use.unknown': 'Der Dienst sagt noch nicht, wie es steht.',
  'models.use.over':
    'Die Freigabe ist abgelaufen; bis das Datum geändert ist, wird es nicht verwendet.',
  'models.fact.serviceName': 'Name beim Dienst',
  'models.fact.id': 'ID',
  'models.fact.made': 'Hier angelegt',
  'models.fact.found': 'Im Konto gefunden',

  'models.field.localName': 'Name',
  'models.field.notes': 'Notizen',
  'models.field.tags': 'Tags',
  'models.field.expires': 'Letzter Tag',
  'models.field.clients': 'Nur für diese Kunden',
  'models.field.folders': 'Nur für diese Ordner',
  'models.card.label': 'Karte des Studios',
  'models.card.saved': 'Gesichert',
  'models.card.writing': 'Noch nicht gesichert',
  'models.card.saving': 'Wird gesichert',
  'models.card.both':
    'Während des Schreibens in einem anderen Fenster geändert: {fields}. Nichts ist verloren; bitte sagen, was bleibt.',
  'models.card.keepMine': 'Hier Geschriebenes behalten',
  'models.card.takeTheirs': 'Das andere nehmen',
  'models.card.release': 'Freigabe',
  'models.card.releaseFile': 'Model-Release',
  'models.card.releaseDrop': 'Das unterschriebene Model-Release hierher ziehen',
  'models.card.releaseNow': 'Loslassen, um eine Kopie zu behalten',
  'models.card.releaseChoose': 'Wählen…',
  'models.card.releaseShow': 'Zeigen',
  'models.card.releaseReplace': 'Ersetzen…',
  'models.card.releaseTake': 'Model-Release entfernen',
  'models.card.releaseTaken': 'Das Model-Release ist von der Karte entfernt.',
  'models.card.releaseMissing': 'Die Datei ist nicht auf diesem Rechner',
  'models.card.expires': 'Letzter Tag der Freigabe',
  'models.card.expiresHelp':
    'Leer gelassen, gilt sie ohne Ende. 30 Tage vorher kommt eine Warnung.',
  'models.card.ends':
    '{days, plural, =0 {Heute ist der letzte Tag} one {Morgen, {day}, ist der letzte Tag} other {Endet in # Tagen: {day} ist der letzte Tag}}. Danach entsteht kein Foto mehr damit.',
  'models.card.over':
    'Abgelaufen: {day} war der letzte Tag. Kein Foto entsteht mehr damit; Aufträge, die es nennen, werden angehalten.',
  'models.card.notesTooLong':
    'Notizen haben höchstens {most, number} Zeichen; diese haben {count, number}. Sie sind nicht gesichert.',
  'models.card.tagsHint': 'Tag hinzufügen',
  'models.card.tagsHelp': 'Enter oder Komma beendet einen Tag.',
  'models.card.clientsHint': 'Für alle Kunden',
  'models.card.clientsHelp':
    'Ein Foto ist erlaubt, wenn ein Ordner auf seinem Pfad den Namen eines dieser Kunden trägt.',
  'models.card.clientSlash':
    'Ein Kunde wird am Namen eines Ordners erkannt, und darin steht kein Schrägstrich.',
  'models.card.folders': 'Nur für diese Ordner',
  'models.card.folder': 'Ordner {number}',
  'models.card.folderWhole': 'Den ganzen Pfad des Ordners angeben.',
  'models.card.folderRemove': 'Ordner {number} entfernen',
  'models.card.folderAdd': 'Ordner hinzufügen',
  'models.card.foldersHelp':
    'Ein Foto ist erlaubt, wenn es in einem davon oder darunter liegt. Ohne Kunden und Ordner ist jedes erlaubt.',
  'models.words.remove': '{label}: {word} entfernen',
  'models.words.tooLong': 'Je höchstens {most, number} Zeichen.',
  'models.words.tooMany': 'Höchstens {most, number} davon.',

  'models.delete.model': 'Modell löschen…',
  'models.delete.scene': 'Szene löschen…',
  'models.delete.model.title': 'Das Modell „{name}“ aus dem Konto löschen?',
  'models.delete.scene.title': 'Die Szene „{name}“ aus dem Konto löschen?',
  'models.deleted': '{name} wurde aus dem Konto gelöscht.',
  'models.delete.do': 'Löschen',
  'models.delete.model.lost':
    'Das Modell, seine Fotos beim Dienst und seine Karte gehen für alle verloren, die dieses Konto nutzen; es lässt sich nicht zurückholen.',
  'models.delete.scene.lost':
    'Die Szene, ihr Foto beim Dienst und ihre Karte gehen für alle verloren, die dieses Konto nutzen; sie lässt sich nicht zurückholen.',
  'models.delete.release':
    'Die Kopie des Model-Release bleibt im Datenordner, als Nachweis für das, was damit entstand.',
  'models.delete.recipes':
    '{count, plural, one {Das Rezept {names} verwendet es und braucht Ersatz} other {# Rezepte verwenden es und brauchen Ersatz: {names}}}.',
  'models.delete.folders':
    '{count, plural, one {Der überwachte Ordner {names} läuft damit} other {# überwachte Ordner laufen damit: {names}}}.',
  'models.delete.waiting':
    '{count, plural, one {# wartendes Foto wird} other {# wartende Fotos werden}} dann angehalten.',
  'models.delete.delivered':
    '{count, plural, one {# geliefertes Bild bleibt} other {# gelieferte Bilder bleiben}}.',
  'models.delete.none': 'Damit wurde kein Bild geliefert.',
  'models.delete.running':
    '{count, plural, one {{names} entsteht gerade damit} other {# Fotos entstehen gerade damit: {names}}}. Danach lässt es sich löschen.',
  'models.forget.do': 'Von der Liste nehmen',
  'models.forget.title': '„{name}“ von der Liste nehmen?',
  'models.forget.text':
    'Das Konto hat es nicht mehr. Mit ihm geht die Karte: Name, Notizen, Tags und Freigabe. Gelieferte Bilder bleiben.',

  'models.creation.preparing.model':
    'Die Fotos werden vorbereitet und hochgeladen. Die Arbeit kann weitergehen; auch nach einem Neustart läuft es weiter.',
  'models.creation.preparing.scene':
    'Das Foto wird vorbereitet und hochgeladen. Die Arbeit kann weitergehen; auch nach einem Neustart läuft es weiter.',
  'models.creation.sending.model': 'Der Dienst wird gebeten, es anzulegen.',
  'models.creation.sending.scene': 'Der Dienst wird gebeten, sie anzulegen.',
  'models.creation.doubt.model':
    'Noch ist unbekannt, ob es angelegt wurde. Darkslide sieht das Konto durch und sendet nicht noch einmal.',
  'models.creation.doubt.scene':
    'Noch ist unbekannt, ob sie angelegt wurde. Darkslide sieht das Konto durch und sendet nicht noch einmal.',
  'models.creation.stopped.model': 'Die Fotos sind unverändert. Erneut versuchen oder weglegen.',
  'models.creation.stopped.scene': 'Das Foto ist unverändert. Erneut versuchen oder weglegen.',
  'models.creation.none': 'Es wird nicht mehr angelegt.',
  'models.creation.sent': 'Hochgeladen',
  'models.creation.waits': 'Wartet',
  'models.creation.change': 'Ändern …',
  'models.creation.changed':
    'Das Formular enthält jetzt seine Fotos; was vorher darin stand, ist ersetzt.',
  'models.creation.putAway': 'Ausblenden',
  'models.creation.stop': 'Nicht anlegen',

  'models.create.photos': 'Fotos, aus denen es entsteht',
  'models.create.drop.model': 'Fotos einer Person hierher ziehen',
  'models.create.drop.scene': 'Ein Foto hierher ziehen',
  'models.create.dropNow': 'Loslassen, um sie zu nehmen',
  'models.create.another': 'Bei Bedarf ein weiteres derselben Person hierher ziehen',
  'models.create.free': 'Foto {number} kann folgen',
  'models.create.choose.model': 'Fotos wählen…',
  'models.create.choose.scene': 'Foto wählen…',
  'models.create.address': 'Bildadresse',
  'models.create.addressHelp':
    'Eine http- oder https-Adresse, die jeder öffnen kann. Der Dienst holt das Bild selbst.',
  'models.create.addressWrong': 'Eine Adresse eingeben, die mit http:// oder https:// beginnt.',
  'models.create.addAddress': 'Adresse hinzufügen',
  'models.create.pick': 'Filmstreifen oder Bibliothek…',
  'models.create.looking': 'Wird geprüft',
  'models.create.smaller': 'verkleinert: {from} → {to}',
  'models.create.scaled': 'verkleinert: {from} → {to}, {width} × {height}',
  'models.create.converted': 'als {format}: {to}',
  'models.create.up': '{name}: einen Platz höher',
  'models.create.down': '{name}: einen Platz tiefer',
  'models.create.replace': '{name} ersetzen',
  'models.create.remove': '{name} entfernen',
  'models.create.replaceShort': 'Ersetzen',
  'models.create.removeShort': 'Entfernen',
  'models.create.twice': '{name} ist dasselbe Foto wie {other} und wurde ausgelassen.',
  'models.create.tooMany.model':
    'Ein Modell entsteht aus höchstens {most} Fotos. {count, plural, one {# wurde ausgelassen} other {# wurden ausgelassen}}: {names}.',
  'models.create.tooMany.scene':
    'Eine Szene entsteht aus einem Foto. {count, plural, one {# wurde ausgelassen} other {# wurden ausgelassen}}: {names}.',
  'models.create.full.model':
    'Das Konto hat {most, number} eigene Modelle, mehr geht nicht. Erst eines löschen, das nicht gebraucht wird.',
  'models.create.full.scene':
    'Das Konto hat {most, number} eigene Szenen, mehr geht nicht. Erst eine löschen, die nicht gebraucht wird.',
  'models.create.noPhoto.model': 'Mindestens ein Foto angeben.',
  'models.create.noPhoto.scene': 'Ein Foto angeben.',
  'models.create.badPhoto': 'Ein Foto ist nicht verwendbar: ersetzen oder entfernen.',
  'models.create.name': 'Name beim Dienst',
  'models.create.nameHelp': 'Höchstens 100 Zeichen.',
  'models.create.nameHint.model': 'Leer gelassen, benennt es der Dienst',
  'models.create.nameHint.scene': 'Leer gelassen, benennt sie der Dienst',
  'models.create.do.model': 'Modell anlegen',
  'models.create.do.scene': 'Szene anlegen',
  'models.create.doFrom': 'Modell aus {count, plural, one {# Foto} other {# Fotos}} anlegen',
  'models.create.earlier.ready.model':
    'Aus {count, plural, one {diesem Foto} other {diesen Fotos}} wurde bereits „{name}“ angelegt.',
  'models.create.earlier.ready.scene': 'Aus diesem Foto wurde bereits „{name}“ angelegt.',
  'models.create.earlier.under-way.model':
    'Aus {count, plural, one {diesem Foto} other {diesen Fotos}} wird bereits ein Modell angelegt.',
  'models.create.earlier.under-way.scene': 'Aus diesem Foto wird bereits eine Szene angelegt.',
  'models.create.earlier.uncertain.model':
    'Es ist nicht bekannt, ob eine frühere Anfrage mit {count, plural, one {diesem Foto} other {diesen Fotos}} ein Modell angelegt hat.',
  'models.create.earlier.uncertain.scene':
    'Es ist nicht bekannt, ob eine frühere Anfrage mit diesem Foto eine Szene angelegt hat.',
  'models.create.earlier.show.model': 'Vorhandenes Modell anzeigen',
  'models.create.earlier.show.scene': 'Vorhandene Szene anzeigen',
  'models.create.earlier.showRequest': 'Frühere Anfrage anzeigen',
  'models.create.earlier.another.model': 'Weiteres Modell anlegen',
  'models.create.earlier.another.scene': 'Weitere Szene anlegen',
  'models.advice': 'Was gut funktioniert',
  'models.advice.face': 'Das ganze Gesicht ist zu sehen',
  'models.advice.front': 'Von vorn',
  'models.advice.makeup': 'Wenig oder kein Make-up',
  'models.advice.person': '1 bis 4 Fotos, alle von derselben Person',
  'models.advice.modelFile': 'JPEG, PNG oder WebP bis 5 MB – andere werden umgewandelt',
  'models.advice.inIt': 'Eine Person und ein Ort sind darauf',
  'models.advice.sceneSize': 'Jede Seite länger als 512 px',
  'models.advice.sceneFile': 'JPEG, PNG oder WebP bis 10 MB – andere werden umgewandelt',

  'models.keys.move': 'Nächstes oder voriges Modell, nächste oder vorige Szene',
  'models.keys.open': 'Einzelheiten zeigen',
  'models.keys.new': 'Neues Modell oder neue Szene',
  'models.keys.remove': 'Das Gewählte löschen, nach einer Rückfrage',
  'models.keys.leave': 'Einzelheiten schließen',
};
