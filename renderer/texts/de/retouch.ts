import type { retouch as english } from '../en/retouch.ts';

export const retouch: Record<keyof typeof english, string> = {
  'retouch.panel': 'Agent',
  'retouch.agentNow': 'Agent: {agent}',
  'retouch.filmstrip': 'Fotos',
  'retouch.badge.results': '{count, plural, one {# Ergebnis} other {# Ergebnisse}}',
  'retouch.badge.underWay': '{count, plural, one {# in Arbeit} other {# in Arbeit}}',
  'retouch.badge.held': '{count, plural, one {# wartet auf Antwort} other {# warten auf Antwort}}',
  'retouch.badge.failed': '{count, plural, one {# fehlgeschlagen} other {# fehlgeschlagen}}',
  'retouch.empty.title': 'Noch keine Fotos',
  'retouch.empty.text':
    'Fotos oder Ordner irgendwo in diesen Raum ziehen oder hier hinzufügen. Dann einen Agenten wählen und erzeugen.',
  'retouch.addPhotos': 'Fotos hinzufügen',
  'retouch.addFolder': 'Ordner hinzufügen',
  'retouch.addAddress': 'Von Adresse hinzufügen',
  'retouch.address': 'Bildadresse',
  'retouch.addressHelp': 'Darkslide lädt das Foto herunter und bewahrt es im Datenordner auf.',
  'retouch.addressWrong': 'Eine Adresse eingeben, die mit http:// oder https:// beginnt.',
  'retouch.addressDo': 'Foto hinzufügen',
  'retouch.adding': '{done, number} von {total, plural, one {# Datei} other {# Dateien}} angesehen',
  'retouch.looking': 'Fotos werden gesucht…',
  'retouch.stopAdding': 'Hinzufügen anhalten',
  'retouch.addingProgress': 'Angesehene Dateien',
  'retouch.addingStopped':
    'Angehalten: {count, plural, =0 {kein Foto kam dazu} one {# Foto liegt auf dem Filmstreifen} other {# Fotos liegen auf dem Filmstreifen}}, {left, plural, one {# Datei wurde} other {# Dateien wurden}} ausgelassen. Der Rest lässt sich jederzeit wieder hinzufügen.',
  'retouch.added':
    '{count, plural, one {# Foto liegt} other {# Fotos liegen}} auf dem Filmstreifen.',
  'retouch.refused':
    '{count, plural, one {# Datei wurde} other {# Dateien wurden}} nicht genommen.',
  'retouch.refusedNames': 'Auch: {names}.',
  'retouch.refusedMore': '{count, plural, one {Und # weitere.} other {Und # weitere.}}',
  'retouch.removed':
    '{count, plural, one {# Foto ist} other {# Fotos sind}} vom Filmstreifen genommen. Was daraus entstand, bleibt.',
  'retouch.notSent':
    '„{name}“ ließ sich nicht übergeben. Prüfen, ob die Datei noch da ist, und erneut hinzufügen.',
  'retouch.emptyFile': '„{name}“ ist leer. Noch einmal von der Quelle kopieren.',
  'retouch.dropNow': 'Loslassen, um sie auf den Filmstreifen zu legen',
  'retouch.facts': 'Aufnahmedaten',
  'retouch.noFacts': 'Die Datei sagt nichts darüber.',
  'retouch.fact.camera': 'Kamera',
  'retouch.fact.lens': 'Objektiv',
  'retouch.fact.takenAt': 'Aufgenommen',
  'retouch.fact.exposure': 'Belichtung',
  'retouch.fact.aperture': 'Blende',
  'retouch.fact.iso': 'ISO',
  'retouch.fact.focalLength': 'Brennweite',
  'retouch.fact.profile': 'Farbprofil',
  'retouch.revealPhoto': 'Foto im Ordner zeigen',
  'retouch.delivery': 'Lieferung und Sicherheit',
  'retouch.generate': 'Erzeugen',
  'retouch.generateImages': '{images, plural, one {# Bild} other {# Bilder}} erzeugen',
  'retouch.generateMore': '{images, number} weitere erzeugen',
  'retouch.generateMany':
    '{images, plural, one {# Bild} other {# Bilder}} erzeugen ({photos, plural, one {# Foto} other {# Fotos}})',
  'retouch.noPhoto': 'Erst ein Foto wählen.',
  'retouch.releaseOver': '{label}: Die Freigabe ist abgelaufen.',
  'retouch.nothing.underWay':
    '{count, plural, one {Genau das entsteht schon aus diesem Foto.} other {Genau das entsteht schon aus diesen # Fotos oder wartet auf Antwort.}}',
  'retouch.nothing.held':
    '{count, plural, one {Genau das wartet schon auf Antwort, neben dem Foto.} other {Genau das wartet schon auf Antwort, bei allen # Fotos.}}',
  'retouch.nothing.unfit':
    '{count, plural, one {Der Rahmen passt nicht zu diesem Foto.} other {Der Rahmen passt zu keinem dieser # Fotos.}}',
  'retouch.nothing.unfitMask':
    '{count, plural, one {Die Maske hat eine andere Form als dieses Foto. Eine passende zeichnen.} other {Die Maske hat eine andere Form als diese # Fotos.}}',
  'retouch.nothing.notAllowed':
    '{count, plural, one {Das Modell oder die Szene ist für andere Kunden oder Ordner gedacht als dieses Foto. Die Karte sagt, für welche.} other {Das Modell oder die Szene ist für andere Kunden oder Ordner gedacht als diese # Fotos. Die Karte sagt, für welche.}}',
  'retouch.part.new': '{count, plural, one {# Foto ist} other {# Fotos sind}} neu.',
  'retouch.part.again':
    '{count, plural, one {# Foto hat das schon und bekommt} other {# Fotos haben das schon und bekommen}} eine weitere Ausführung in derselben Aufgabe.',
  'retouch.part.underWay':
    '{count, plural, one {# Foto ist schon in Arbeit und wird} other {# Fotos sind schon in Arbeit und werden}} ausgelassen.',
  'retouch.part.held':
    '{count, plural, one {# Foto wartet} other {# Fotos warten}} auf Antwort und {count, plural, one {wird} other {werden}} ausgelassen.',
  'retouch.part.unfit':
    '{count, plural, one {# Foto passt nicht in den Rahmen und wird} other {# Fotos passen nicht in den Rahmen und werden}} ausgelassen: {names}.',
  'retouch.part.unfitMask':
    '{count, plural, one {# Foto hat eine andere Form als die Maske und wird} other {# Fotos haben eine andere Form als die Maske und werden}} ausgelassen.',
  'retouch.part.notAllowed':
    '{count, plural, one {Das Modell oder die Szene ist nicht für # Foto gedacht, das} other {Das Modell oder die Szene ist nicht für # Fotos gedacht, die}} ausgelassen {count, plural, one {wird} other {werden}}.',
  'retouch.part.maskScaled':
    '{count, plural, one {Die Maske wurde auf einem Foto anderer Größe gezeichnet und wird für # Foto skaliert.} other {Die Maske wurde auf einem Foto anderer Größe gezeichnet und wird für # Fotos skaliert.}}',
  'retouch.leftToday':
    'Vom heutigen Limit {left, plural, one {ist # Bild} other {sind # Bilder}} übrig.',
  'retouch.overToday':
    'Vom heutigen Limit {left, plural, one {ist nur # Bild} other {sind nur # Bilder}} übrig; der Rest wartet auf morgen.',
  'retouch.recipe': 'Rezept:',
  'retouch.recipeNone': 'keines',
  'retouch.recipeChanged': 'geändert',
  'retouch.recipeSave': 'Als Rezept sichern',
  'retouch.recipeUpdate': 'Aktualisieren',
  'retouch.recipeName': 'Name des Rezepts',
  'retouch.resetPanel': 'Alle Einstellungen zurücksetzen',
  'retouch.noRuns': 'Aus diesem Foto wurde noch nichts gemacht.',
  'retouch.noImages': 'Keine Bilder',
  'retouch.pending': 'Gerade angefordert',
  'retouch.runNamed': 'Durchlauf von {agent}',
  'retouch.ready': '{ready, number} von {count, number} bereit',
  'retouch.standing.waiting': 'wartet',
  'retouch.standing.running': 'in Arbeit',
  'retouch.standing.held': 'Antwort nötig',
  'retouch.standing.failed': 'fehlgeschlagen',
  'retouch.standing.cancelled': 'abgebrochen',
  'retouch.image.waiting': 'wartet',
  'retouch.image.making': 'entsteht',
  'retouch.image.bringing': 'kommt',
  'retouch.image.there': 'bereit',
  'retouch.image.failed': 'fehlgeschlagen',
  'retouch.imageNamed': 'Bild {number, number}',
  'retouch.picked': 'Favorit',
  'retouch.rejected': 'abgelehnt',
  'retouch.marks': 'Urteil',
  'retouch.stars': '{count, plural, one {# Stern} other {# Sterne}}',
  'retouch.paid.no': 'Dafür ist noch nichts bezahlt.',
  'retouch.paid.yes': 'Es ist bezahlt und wird nicht abgebrochen: Die Bilder werden geholt.',
  'retouch.paid.unknown':
    'Es ist vielleicht bezahlt und wird nicht abgebrochen, bevor der Dienst geantwortet hat.',
  'retouch.cancel': 'Abbrechen',
  'retouch.cancelled': 'Der Durchlauf ist abgebrochen. Dafür wurde nichts bezahlt.',
  'retouch.answer': 'Was tun…',
  'retouch.answers': 'Was sich tun lässt',
  'retouch.toQueue': 'In der Warteschlange öffnen',
  'retouch.ofFolder': 'aus einem überwachten Ordner',
  'retouch.askPsd': 'PSD anfordern',
  'retouch.psdAsked':
    'Das PSD mit Ebenen zu dieser Ausführung entsteht. Es wird neben ihren Bildern gespeichert.',
  'retouch.psd.making': 'PSD unterwegs',
  'retouch.psd.there': 'PSD geliefert',
  'retouch.chooseImage': 'Ein Bild wählen, um es mit dem Foto zu vergleichen und zu bewerten.',
  'retouch.again': 'Noch einmal',
  'retouch.settings': 'Einstellungen dieses Durchlaufs',
  'retouch.more': 'Mehr zu diesem Durchlauf',
  'retouch.takeSettings': 'Seine Einstellungen übernehmen',
  'retouch.use': 'Ergebnis als Ausgangsfoto verwenden',
  'retouch.reveal': 'Ergebnis im Ordner zeigen',
  'retouch.revealLayers': 'PSD mit Ebenen im Ordner zeigen',
  'retouch.underWay':
    '{count, plural, one {Genau das entsteht schon aus # Foto; nichts kam dazu.} other {Genau das entsteht schon aus # Fotos; nichts kam dazu.}}',
  'retouch.notStarted':
    '{count, plural, one {# Foto lief nicht, und dafür wurde nichts bezahlt.} other {# Fotos liefen nicht, und dafür wurde nichts bezahlt.}}',
  'retouch.yes': 'ja',
  'retouch.no': 'nein',
  'retouch.put': '„{label}“ ist eingestellt.',
  'retouch.putTurned':
    '„{label}“ ist eingestellt, und „{choice}“ steht jetzt auf „{to}“: So wie es war, hätte es nichts bewirkt.',
  'retouch.ownMask': 'eine eigene Maske',
  'retouch.keys.generate': 'Erzeugen',
  'retouch.keys.photos':
    'Nächstes oder voriges Foto, außer in Textfeldern, Reglern, Listen und im vergrößerten Foto',
  'retouch.keys.extend': 'Weitere Fotos auswählen',
  'retouch.keys.all': 'Alle Fotos auswählen',
  'retouch.keys.paste': 'Foto von der kopierten Adresse hinzufügen',
  'retouch.keys.remove': 'Vom Filmstreifen nehmen',
  'retouch.keys.pick': 'Favorit',
  'retouch.keys.reject': 'Ablehnen',
  'retouch.keys.unmark': 'Keins von beiden',
  'retouch.keys.rate': 'Sterne',
};
