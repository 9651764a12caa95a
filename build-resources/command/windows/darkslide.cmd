@echo off
rem The command "darkslide" of an installed Darkslide: starts the app without a window.
"%~dp0..\..\Darkslide.exe" --log-level=3 --cli -- %*
